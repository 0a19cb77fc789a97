import { sql } from 'kysely'
import { lockById } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError } from '../../http/errors.ts'
import { type Consumer, causedBy } from '../../spine/consumer.ts'
import type { Event } from '../../spine/read-events.ts'
import { resolvedStatusId } from '../statuses/default-status-ids.ts'
import { sendSurvey } from './send-survey.ts'

export const surveyJob = 'send_survey'

/** Time to undo an accidental resolve before a survey is sent. In milliseconds. */
export const surveyDelayMs = 10_000

/** However a conversation is resolved, its customer gets a survey a moment later if the inbox has surveys enabled. */
export const csatConsumer: Consumer = {
  name: 'csat',
  async handle(tx, events) {
    const resolved = events.filter(isResolution)
    if (resolved.length === 0) return
    const surveyed = await filterSurveyedInboxes(tx, resolved)
    for (const { id, depth, at, conversation_id } of resolved)
      if (conversation_id !== null && surveyed.has(conversation_id))
        await tx.enqueue(
          surveyJob,
          { conversation_id, cause: { id, depth } },
          { run_at: new Date(at.getTime() + surveyDelayMs), key: `${surveyJob}:${conversation_id}` },
        )
  },
}

const isResolution = ({ changes }: Event) =>
  (changes as { status_id?: [unknown, unknown] }).status_id?.[1] === resolvedStatusId // written by changedColumns

async function filterSurveyedInboxes(tx: Tx, events: readonly Event[]): Promise<Set<number>> {
  const ids = events.map(({ conversation_id }) => conversation_id)
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c join inboxes i on i.id = c.inbox_id
    where c.id = any(${ids}::bigint[]) and i.csat_enabled`.execute(tx.db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Job: re-checks under the lock, because the conversation may have been reopened or surveys disabled. A survey that is not sent leaves no
 * trace.
 */
export async function sendDueSurvey(
  tx: Tx,
  { conversation_id, cause }: { conversation_id: number; cause: { id: number; depth: number } },
): Promise<void> {
  const c = await lockById(tx, conversation_id)
  if (c?.status_id !== resolvedStatusId) return
  const inbox = await tx.db
    .selectFrom('inboxes')
    .select(['name', 'csat_enabled'])
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  if (!inbox.csat_enabled) return
  const why = { by: 'csat', inbox: inbox.name } as const
  try {
    await sendSurvey(causedBy(tx.withActor({ ...tx.actor, why }), cause), c)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
