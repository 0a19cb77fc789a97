import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { getSystemActor } from '../../identity/system-actor.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity, insertMessage } from '../conversations/timeline/insert-message.ts'
import { findLastClosedEvent } from './last-closed-event.ts'
import { checkEligibility } from './survey-eligibility.ts'

/** How long a survey can be answered for the first time. */
const answerableMs = 30 * 86_400_000

/** Agents see this text instead of the email, because the link in it belongs to the customer alone (docs/spec/wire.md#messages). */
const placeholderText = 'Satisfaction survey sent'

/**
 * Sends a satisfaction survey to the contact of a locked conversation, and to no one else (docs/spec/product-decisions.md#satisfaction-surveys). It is an email from the
 * system and not a reply, so neither the list nor SLA timers are affected. Once per resolution.
 * @throws AppError 409 with the reason when no survey may be sent, before anything is written
 */
export async function sendSurvey(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const closed_by_event_id = (await findLastClosedEvent(tx.db, c.id))?.id ?? 0
  if (await wasSurveyed(tx.db, c.id, closed_by_event_id))
    throw conflict('The contact has already been sent a survey')
  await lockContactSurveys(tx, c)
  const eligibility = await checkEligibility(tx, c)
  if ('reason' in eligibility) throw conflict(`No survey sent. ${eligibility.reason}`)

  const { message } = await insertMessage(tx, c, {
    type: 'outgoing',
    status: 'pending',
    sender_type: 'agent',
    // Automated email does not count as an answer (email/sending/message-outcome.ts).
    sender_id: (await getSystemActor(tx.db)).id,
    content: `<p>${placeholderText}</p>`,
    text_content: placeholderText,
    meta: json({ to: [eligibility.address], is_csat: true }),
  })
  const { id: survey_id } = await tx.db
    .insertInto('csat_surveys')
    .values({
      conversation_id: c.id,
      inbox_id: c.inbox_id,
      agent_id: c.assigned_user_id,
      team_id: c.assigned_team_id,
      message_id: message.id,
      closed_by_event_id,
      sent_at: tx.now,
      expires_at: new Date(tx.now.getTime() + answerableMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.enqueue('send_message', { id: message.id }, { key: `send_message:${message.id}` })
  const line = await insertActivity(tx, c, { type: 'csat_sent', data: { address: eligibility.address } })
  const conversation = { before: c, after: c }
  await tx.record({
    type: 'message.created',
    conversation,
    message_ids: [message.id],
    data: { message_type: 'outgoing', private: false, is_csat: true },
  })
  await tx.record({
    type: 'csat.sent',
    conversation,
    message_ids: [line],
    data: {
      survey_id,
      agent_id: c.assigned_user_id,
      team_id: c.assigned_team_id,
      inbox_id: c.inbox_id,
    },
  })
  return c
}

/**
 * Holds a lock until commit, so that when ten conversations of a customer are resolved at once, each sees whether another one sent a
 * survey.
 */
const lockContactSurveys = (tx: Tx, { contact_id }: ConversationRow) =>
  sql`select pg_advisory_xact_lock(hashtext(${`survey:${contact_id}`}))`.execute(tx.db)

export async function wasSurveyed(
  db: Db,
  conversation_id: number,
  closed_by_event_id: number,
): Promise<boolean> {
  const survey = await db
    .selectFrom('csat_surveys')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where('closed_by_event_id', '=', closed_by_event_id)
    .executeTakeFirst()
  return survey !== undefined
}
