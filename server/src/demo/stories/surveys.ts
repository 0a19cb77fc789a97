import type { Tx } from '../../db/transaction.ts'
import { answerSurvey } from '../../features/csat/answer-survey.ts'
import { sendDueSurvey, surveyDelayMs } from '../../features/csat/csat-consumer.ts'
import type { ProcessingDeps } from '../../features/email/filing/process-delivery.ts'
import { simulateDelivery } from './simulate-delivery.ts'

type SurveyContext = { reading: ProcessingDeps; setNow(at: Date): void }

/**
 * Sends the survey for a conversation that was just resolved, if its inbox has surveys enabled, and marks the email as
 * sent.
 */
export async function sendSurvey(
  { reading, setNow }: SurveyContext,
  id: number,
  resolved: Date,
): Promise<void> {
  const at = new Date(resolved.getTime() + surveyDelayMs)
  setNow(at)
  await reading.act(reading.system, async (tx) => {
    const cause = await tx.db
      .selectFrom('events')
      .select(['id', 'depth'])
      .where('conversation_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await sendDueSurvey(tx, { conversation_id: id, cause })
    const survey = await findNewestSurvey(tx, id)
    if (survey && survey.sent_at.getTime() === at.getTime()) {
      const message = await tx.db
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', survey.message_id)
        .executeTakeFirstOrThrow()
      await simulateDelivery(tx, id, message, null)
    }
  })
}

/** The customer submits the survey page. */
export const submitRating = (
  { reading }: SurveyContext,
  id: number,
  { rating, comment }: { rating: number; comment: string },
): Promise<void> =>
  reading.act(reading.system, async (tx) => {
    const survey = await findNewestSurvey(tx, id)
    const answered = survey && (await answerSurvey(tx, survey.uuid, { rating, comment }))
    if (typeof answered !== 'object') throw new Error('A sample survey could not be answered')
  })

const findNewestSurvey = (tx: Tx, conversation_id: number) =>
  tx.db
    .selectFrom('csat_surveys')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
