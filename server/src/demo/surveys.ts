import type { Tx } from '../db/transact.ts'
import { answerSurvey } from '../features/csat/answer-survey.ts'
import { secondThought, surveyDue } from '../features/csat/reader.ts'
import type { ReadingDeps } from '../features/email/read-delivery.ts'
import { settleMail } from './settle-reply.ts'

type Stage = { reading: ReadingDeps; setNow(at: Date): void }

/** Asks the customer of a conversation that was just resolved, where its inbox does; the mail is taken for sent. */
export async function askAfter({ reading, setNow }: Stage, id: number, resolved: Date): Promise<void> {
  const at = new Date(resolved.getTime() + secondThought)
  setNow(at)
  await reading.act(reading.system, async (tx) => {
    const cause = await tx.db
      .selectFrom('events')
      .select(['id', 'depth'])
      .where('conversation_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await surveyDue(tx, { conversation_id: id, cause })
    const asked = await newestSurvey(tx, id)
    if (asked && asked.sent_at.getTime() === at.getTime()) {
      const message = await tx.db
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', asked.message_id)
        .executeTakeFirstOrThrow()
      await settleMail(tx, id, message, null)
    }
  })
}

/** What the customer says on the page behind the link. */
export const rateHelp = (
  { reading }: Stage,
  id: number,
  { rating, words }: { rating: number; words: string },
): Promise<void> =>
  reading.act(reading.system, async (tx) => {
    const survey = await newestSurvey(tx, id)
    const answered = survey && (await answerSurvey(tx, survey.uuid, { rating, comment: words }))
    if (typeof answered !== 'object') throw new Error('A sample survey was not answered')
  })

const newestSurvey = (tx: Tx, conversation_id: number) =>
  tx.db
    .selectFrom('csat_surveys')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
