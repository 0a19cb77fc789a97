import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { resolvedStatusId } from '../conversations/set-status.ts'
import { surveyDelayMs } from './csat-consumer.ts'
import { findLastClosedEvent } from './last-closed-event.ts'
import { wasSurveyed } from './send-survey.ts'
import { checkEligibility } from './survey-eligibility.ts'

/** The job that decides may come so much later, and what was sent meanwhile counts. */
const jobDelayMs = 60_000

/**
 * Why nobody was asked about a resolved conversation, worked out as it was decided a moment after that; null where nothing is to be explained:
 * it is not resolved, its inbox does not ask, they were asked or will be.
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
  const asked = await checkEligibility(
    { db, now: decided_at, until: new Date(decided_at.getTime() + jobDelayMs) },
    c,
  )
  return 'reason' in asked ? asked.reason : null
}
