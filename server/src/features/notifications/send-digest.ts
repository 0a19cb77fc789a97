import type { Tx } from '../../db/transact.ts'
import { actorOfAgent } from '../auth/load-actor.ts'
import { catalogue } from '../settings/lang.ts'
import { queueSystemMail } from '../system-mail/queue.ts'
import { readDigest } from './digest.ts'
import { readSwitches } from './kinds.ts'
import { planDigest } from './plan-digest.ts'

/** A server that was down in the morning sends no digest in the evening. In milliseconds. */
const late = 6 * 3_600_000

/**
 * Job: queues an agent's digest when its instant has come and there is something to say, and sets the timer of the next. A timer that came
 * twice, or for an hour that is no longer the agent's, does nothing.
 */
export async function sendDigest(tx: Tx, { agent_id, at }: { agent_id: number; at: Date }): Promise<void> {
  const row = await tx.db
    .selectFrom('agents')
    .select(['id', 'digest_hour', 'digest_at', 'time_zone', 'language', 'muted_notifications'])
    .where('id', '=', agent_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.digest_at || row.digest_at.getTime() !== at.getTime() || at > tx.now) return
  await planDigest(tx, row)
  if (tx.now.getTime() - at.getTime() > late || row.muted_notifications.includes('digest')) return
  if (!(await readSwitches(tx.db)).digest) return
  const agent = await actorOfAgent(tx.db, agent_id)
  if (!agent) return
  const wording = { now: tx.now, language: 'en', texts: await catalogue('en'), root_url: '' }
  if (await readDigest(tx.db, agent, wording))
    await queueSystemMail(tx, { template: 'Daily digest', agent_id })
}
