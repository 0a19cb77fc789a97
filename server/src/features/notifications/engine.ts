import type { Jobs } from '../../jobs/queue.ts'
import type { Consumer, ConsumerDeps } from '../../spine/consumer.ts'
import { digestJob } from './plan-digest.ts'
import { notificationReader } from './reader.ts'
import { sendDigest } from './send-digest.ts'

/** Tells agents of what became theirs, and sends digests at their hour. */
export const notificationEngine = ({ act, system }: ConsumerDeps): { readers: Consumer[]; jobs: Jobs } => ({
  readers: [notificationReader],
  jobs: {
    [digestJob]: ({ agent_id, at }) =>
      act(system, (tx) => sendDigest(tx, { agent_id: Number(agent_id), at: new Date(String(at)) })),
  },
})
