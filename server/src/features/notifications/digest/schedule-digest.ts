import type { Tx } from '../../../db/transaction.ts'
import { supportedTimeZone, workspaceTimeZone } from '../../../time-zone.ts'
import { nextOccurrenceOfHour } from './digest-time.ts'

type DigestPreference = { id: number; digest_hour: number | null; time_zone: string }

export const digestJob = 'send_digest'
const digestKey = (agent_id: number) => `digest:${agent_id}`

/** Sets the timer of an agent's next digest, or removes it. The agent is locked. */
export async function scheduleDigest(
  tx: Tx,
  { id, digest_hour, time_zone }: DigestPreference,
): Promise<void> {
  const digest_at =
    digest_hour === null
      ? null
      : nextOccurrenceOfHour(
          digest_hour,
          supportedTimeZone(time_zone || (await workspaceTimeZone(tx.db))),
          tx.now,
        )
  await tx.db.updateTable('agents').set({ digest_hour, digest_at }).where('id', '=', id).execute()
  if (digest_at)
    await tx.enqueue(
      digestJob,
      { agent_id: id, at: digest_at.toISOString() },
      { run_at: digest_at, key: digestKey(id) },
    )
  else await tx.dequeue(digestKey(id))
}

/** The workspace's time zone changed: reschedules the digests that depend on it. */
export async function rescheduleDigests(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom('agents')
    .select(['id', 'digest_hour', 'time_zone'])
    .where('digest_hour', 'is not', null)
    .where('time_zone', '=', '')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const row of rows) await scheduleDigest(tx, row)
}
