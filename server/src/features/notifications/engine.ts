import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { digestJob } from './digest/schedule-digest.ts'
import { sendDigest } from './digest/send-digest.ts'
import { notificationConsumer } from './notification-consumer.ts'

/** Notifies agents about their conversations and sends daily digests. */
export const notificationEngine = ({ act, system }: ConsumerDeps): { consumers: Consumer[]; jobs: Jobs } => ({
  consumers: [notificationConsumer],
  jobs: {
    [digestJob]: ({ agent_id, at }) =>
      act(system, (tx) => sendDigest(tx, { agent_id: Number(agent_id), at: new Date(String(at)) })),
  },
})
