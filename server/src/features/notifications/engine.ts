import type { Engine, EngineDeps } from '../../engines.ts'
import { digestJob } from './plan-digest.ts'
import { notificationReader } from './reader.ts'
import { sendDigest } from './send-digest.ts'

/** Tells agents of what became theirs, and sends digests at their hour. */
export const notificationEngine = ({ act, system }: EngineDeps): Engine => ({
  readers: [notificationReader],
  jobs: {
    [digestJob]: ({ agent_id, at }) =>
      act(system, (tx) => sendDigest(tx, { agent_id: Number(agent_id), at: new Date(String(at)) })),
  },
})
