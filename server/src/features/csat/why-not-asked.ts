import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { resolvedId } from '../conversations/set-status.ts'
import { lastClosing } from './last-closing.ts'
import { secondThought } from './reader.ts'
import { wasAsked } from './send-survey.ts'
import { mayAsk } from './survey-refusal.ts'

/** The job that decides may come so much later, and what was sent meanwhile counts. */
const lateMs = 60_000

/**
 * Why nobody was asked about a resolved conversation, worked out as it was decided a moment after that; null where nothing is to be explained:
 * it is not resolved, its inbox does not ask, they were asked or will be.
 */
export async function whyNotAsked(db: Db, c: ConversationRow, now: Date): Promise<string | null> {
  if (c.status_id !== resolvedId) return null
  const inbox = await db
    .selectFrom('inboxes')
    .select('csat_enabled')
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  const closing = inbox.csat_enabled && (await lastClosing(db, c.id))
  if (!closing) return null
  const decided_at = new Date(closing.at.getTime() + secondThought)
  if (decided_at > now || (await wasAsked(db, c.id, closing.id))) return null
  const asked = await mayAsk({ db, now: decided_at, until: new Date(decided_at.getTime() + lateMs) }, c)
  return 'reason' in asked ? asked.reason : null
}
