import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { getSystemActor } from '../../first-start.ts'
import { conflict } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity, insertMessage } from '../messages/insert-message.ts'
import { findLastClosedEvent } from './last-closed-event.ts'
import { checkEligibility } from './survey-eligibility.ts'

/** So long a survey can be answered for the first time. */
const answerableMs = 30 * 86_400_000

/** What everybody but the customer reads in the mail's place: the link is theirs alone (api-contract 5.5). */
const placeholderText = 'Asked how the help was'

/**
 * Asks the contact of a locked conversation, and nobody else, how it was (product-decisions 21): a mail of the System's that is no reply,
 * so that neither the list nor any clock moves. Once for each time that the conversation was resolved.
 * @throws AppError 409 with the reason when nobody is to be asked, before anything is written
 */
export async function sendSurvey(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const closed_by_event_id = (await findLastClosedEvent(tx.db, c.id))?.id ?? 0
  if (await wasSurveyed(tx.db, c.id, closed_by_event_id))
    throw conflict('The contact was asked about it already')
  await lockContactSurveys(tx, c)
  const eligibility = await checkEligibility(tx, c)
  if ('reason' in eligibility) throw conflict(`No survey is sent. ${eligibility.reason}`)

  const { message } = await insertMessage(tx, c, {
    type: 'outgoing',
    status: 'pending',
    sender_type: 'agent',
    // Mail without a person behind it ends nobody's waiting (email/deliver-outcome.ts).
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

/** Until commit: of ten conversations of one customer that are resolved at once each sees whether another one asked. */
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
