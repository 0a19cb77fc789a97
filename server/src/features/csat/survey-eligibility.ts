import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

const day = 86_400_000

/** Surveys sent after `until` are ignored: they were unknown at the time. */
type EligibilityContext = { db: Db; now: Date; until?: Date }

/** The address that a survey about this conversation would go to at that time, or why none is sent (docs/decisions/0031-satisfaction-surveys.md). */
export async function checkEligibility(
  tx: EligibilityContext,
  c: ConversationRow,
): Promise<{ address: string } | { reason: string }> {
  const contact = await tx.db
    .selectFrom('contacts')
    .select(['email', 'enabled'])
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  if (!contact.enabled) return { reason: 'The contact is blocked' }
  if (!contact.email) return { reason: 'The contact has no email address' }
  if (c.origin === 'import') return { reason: 'The conversation was imported' }
  if (!(await hasCustomerMessage(tx, c))) return { reason: 'It contains only automated messages' }
  if (await wasSurveyedRecently(tx, c))
    return { reason: 'The contact was sent a survey within the last 24 hours' }
  return { address: contact.email.toLowerCase() }
}

/** Only auto-replies and bounce messages means that no person was helped. */
async function hasCustomerMessage(tx: EligibilityContext, c: ConversationRow): Promise<boolean> {
  const mail = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'incoming')
    .where(sql<boolean>`meta->'auto_reply' is null`)
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}

/** About another conversation: resolving ten conversations of a customer sends one survey. */
async function wasSurveyedRecently(tx: EligibilityContext, c: ConversationRow): Promise<boolean> {
  const survey = await tx.db
    .selectFrom('csat_surveys as s')
    .innerJoin('conversations as other', 'other.id', 's.conversation_id')
    .select('s.id')
    .where('other.contact_id', '=', c.contact_id)
    .where('other.id', '<>', c.id)
    .where('s.sent_at', '>', new Date(tx.now.getTime() - day))
    .$if(tx.until !== undefined, (query) => query.where('s.sent_at', '<=', tx.until ?? tx.now))
    .limit(1)
    .executeTakeFirst()
  return survey !== undefined
}
