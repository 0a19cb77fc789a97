import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { pushJob } from './channels/enqueue-pushes.ts'
import { digestJob } from './digest/schedule-digest.ts'
import { sendDigest } from './digest/send-digest.ts'
import { endFollows, endFollowsJob } from './follow.ts'
import { notificationConsumer } from './notification-consumer.ts'
import { deliverPush, deliverPushJob, enqueueDeliveries, type PushDeps } from './push/deliver-push.ts'

/** Notifies agents about their conversations and sends daily digests. */
export const notificationEngine = (deps: PushDeps): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [notificationConsumer],
  jobs: {
    [pushJob]: ({ id }) => deps.act(deps.system, (tx) => enqueueDeliveries(tx, Number(id))),
    [deliverPushJob]: ({ id, subscription_id, attempt }) =>
      deliverPush(deps, {
        id: Number(id),
        subscription_id: String(subscription_id),
        attempt: Number(attempt),
      }),
    [endFollowsJob]: () => deps.act(deps.system, endFollows),
    [digestJob]: ({ agent_id, at }) =>
      deps.act(deps.system, (tx) => sendDigest(tx, { agent_id: Number(agent_id), at: new Date(String(at)) })),
  },
})
