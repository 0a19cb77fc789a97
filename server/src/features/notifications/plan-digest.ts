import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { knownZone } from '../templates/values.ts'
import { nextHour } from './digest-time.ts'

type Wish = { id: number; digest_hour: number | null; time_zone: string }

export const digestJob = 'send_digest'
export const digestKey = (agent_id: number) => `digest:${agent_id}`

/** Sets the timer of an agent's next digest, or takes it off. The agent is locked. */
export async function planDigest(tx: Tx, { id, digest_hour, time_zone }: Wish): Promise<void> {
  const digest_at =
    digest_hour === null
      ? null
      : nextHour(digest_hour, knownZone(time_zone || (await workspaceZone(tx.db))), tx.now)
  await tx.db.updateTable('agents').set({ digest_hour, digest_at }).where('id', '=', id).execute()
  if (digest_at)
    await tx.enqueue(
      digestJob,
      { agent_id: id, at: digest_at.toISOString() },
      { run_at: digest_at, key: digestKey(id) },
    )
  else await tx.dequeue(digestKey(id))
}

/** The clocks of the workspace were set: those whose digest comes by them. */
export async function planDigestsAnew(tx: Tx): Promise<void> {
  const rows = await tx.db
    .selectFrom('agents')
    .select(['id', 'digest_hour', 'time_zone'])
    .where('digest_hour', 'is not', null)
    .where('time_zone', '=', '')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const row of rows) await planDigest(tx, row)
}

/** By whose clocks an agent's day begins and ends. */
export async function zoneOf(db: Db, agent_id: number): Promise<string> {
  const { time_zone } = await db
    .selectFrom('agents')
    .select('time_zone')
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  return knownZone(time_zone || (await workspaceZone(db)))
}

async function workspaceZone(db: Db): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.timezone')
    .executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : 'UTC'
}
