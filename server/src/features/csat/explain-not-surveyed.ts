import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { resolvedStatusId } from '../statuses/default-status-ids.ts'
import { surveyDelayMs } from './csat-consumer.ts'
import { findLastClosedEvent } from './last-closed-event.ts'
import { wasSurveyed } from './send-survey.ts'
import { checkEligibility } from './survey-eligibility.ts'

/** The job may run this much later, and surveys sent in between count. */
const jobDelayMs = 60_000

/**
 * Explains why no survey was sent for a resolved conversation, evaluated at the time of that decision. Null when there is nothing to
 * explain: the conversation is not resolved, its inbox has no surveys, or a survey was or will be sent.
 */
export async function explainNotSurveyed(db: Db, c: ConversationRow, now: Date): Promise<string | null> {
  if (c.status_id !== resolvedStatusId) return null
  const inbox = await db
    .selectFrom('inboxes')
    .select('csat_enabled')
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  const closing = inbox.csat_enabled && (await findLastClosedEvent(db, c.id))
  if (!closing) return null
  const decided_at = new Date(closing.at.getTime() + surveyDelayMs)
  if (decided_at > now || (await wasSurveyed(db, c.id, closing.id))) return null
  const eligibility = await checkEligibility(
    { db, now: decided_at, until: new Date(decided_at.getTime() + jobDelayMs) },
    c,
  )
  return 'reason' in eligibility ? eligibility.reason : null
}
