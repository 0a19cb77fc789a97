import type { Tx } from '../../../db/transaction.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import { queueSystemMail } from '../../../system-mail/queue-system-mail.ts'
import { loadCatalogue } from '../../settings/languages.ts'
import { readSwitches } from '../notification-switches.ts'
import { readDigest } from './read-digest.ts'
import { scheduleDigest } from './schedule-digest.ts'

/** A server that was down in the morning sends no digest in the evening. In milliseconds. */
const maxDelayMs = 6 * 3_600_000

/**
 * Job: queues an agent's digest when it is due and not empty, and sets the next timer. A duplicate timer, or one for an hour that the agent
 * has changed, does nothing.
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
  await scheduleDigest(tx, row)
  if (tx.now.getTime() - at.getTime() > maxDelayMs || row.muted_notifications.includes('digest')) return
  if (!(await readSwitches(tx.db)).digest) return
  const agent = await findActorByAgentId(tx.db, agent_id)
  if (!agent) return
  const wording = { now: tx.now, language: 'en', texts: await loadCatalogue('en'), root_url: '' }
  if (await readDigest(tx.db, agent, wording))
    await queueSystemMail(tx, { template: 'Daily digest', agent_id })
}
