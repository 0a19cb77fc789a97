import { maxCommentBytes, ratingChangeWindow_ms } from '@parley/contract/conversations/csat'
import { type Selectable, sql } from 'kysely'
import { contactActor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockWithRoot } from '../../merged-conversations.ts'
import { insertActivity } from '../conversations/timeline/insert-message.ts'
import { notify } from '../notifications/notify.ts'

export type SurveyRow = Selectable<DB['csat_surveys']>

/**
 * Whether the survey accepts an answer: `open` until the first answer, `answered` while it can be changed, `closed` afterwards, `expired`
 * without one.
 */
export type SurveyState = 'open' | 'answered' | 'closed' | 'expired'

export function surveyState(survey: Pick<SurveyRow, 'answered_at' | 'expires_at'>, now: Date): SurveyState {
  if (survey.answered_at) return now < changeableUntil(survey.answered_at) ? 'answered' : 'closed'
  return now < survey.expires_at ? 'open' : 'expired'
}

export const changeableUntil = (answered_at: Date): Date =>
  new Date(answered_at.getTime() + ratingChangeWindow_ms)

/** Surveys of deleted conversations count as missing, like unknown links. */
export async function findSurvey(db: Db, uuid: string): Promise<SurveyRow | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) return undefined
  return db
    .selectFrom('csat_surveys as s')
    .innerJoin('conversations as own', 'own.id', 's.conversation_id')
    .innerJoin('conversations as c', (join) =>
      join.on('c.id', '=', sql<number>`coalesce(own.merge_root_id, own.id)`),
    )
    .selectAll('s')
    .where('s.uuid', '=', uuid)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Answer = { rating: number; comment: string }

/**
 * Saves the customer's answer, or a change to it, on their behalf; the same answer twice counts once. Returns the updated survey, or why
 * nothing was saved.
 */
export async function answerSurvey(
  tx: Tx,
  uuid: string,
  { rating, comment: written }: Answer,
): Promise<SurveyRow | Exclude<SurveyState, 'open' | 'answered'> | 'unknown'> {
  const survey_row = await findSurvey(tx.db, uuid)
  const merged = survey_row && (await lockWithRoot(tx, survey_row.conversation_id))
  if (!survey_row || !merged || merged.root.deleted_at) return 'unknown'
  const { conversation: c, root } = merged
  const survey = await tx.db
    .selectFrom('csat_surveys')
    .selectAll()
    .where('id', '=', survey_row.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const state = surveyState(survey, tx.now)
  if (state === 'closed' || state === 'expired') return state
  const comment = cleanComment(written)
  if (survey.rating === rating && survey.comment === comment) return survey

  const answered = await tx.db
    .updateTable('csat_surveys')
    .set({ rating, comment, ...(survey.answered_at ? { changed_at: tx.now } : { answered_at: tx.now }) })
    .where('id', '=', survey.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { agent_id, team_id, inbox_id } = answered
  const asContact = tx.withActor(contactActor(c.contact_id))
  const line = await insertActivity(asContact, root, { type: 'csat_answered', data: { rating } })
  await asContact.record({
    type: 'csat.answered',
    conversation: { before: c, after: c },
    message_ids: [line],
    data: {
      survey_id: survey.id,
      rating,
      previous_rating: survey.rating,
      agent_id,
      team_id,
      inbox_id,
      has_comment: comment !== null,
    },
  })
  const recipient = agent_id ?? root.assigned_user_id
  if (recipient !== null)
    await notify(asContact, {
      kind: 'csat',
      agent_ids: [recipient],
      conversation_id: root.id,
      by: { kind: 'contact', id: c.contact_id },
      data: { rating, has_comment: comment !== null },
    })
  return answered
}

/** Removes control characters from the comment and truncates it to the byte limit; null when nothing is left. */
export function cleanComment(text: string): string | null {
  const clean = text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim()
  const bytes = Buffer.from(clean)
  if (bytes.length <= maxCommentBytes) return clean || null
  let end = maxCommentBytes
  // Don't cut inside a character: UTF-8 continuation bytes begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString().trim() || null
}
