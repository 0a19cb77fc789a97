import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

const day = 86_400_000
/** The delay between resolving and sending the survey (docs/decisions/0031-satisfaction-surveys.md). */
const surveyDelay = 10_000

type StatusLine = {
  conversation_id: number
  contact_id: number
  at: Date
  status: string | null
  asks: boolean
}

/**
 * When each survey should be sent, from the timelines alone: some time after resolving if the conversation is still resolved, once each
 * time, and never to the same contact for two conversations within a day. Returns sorted lines of `conversation_id time`.
 */
export async function recountSurveys(db: Db, end: Date): Promise<string[]> {
  const { rows } = await sql<StatusLine>`
    select m.conversation_id, c.contact_id, m.created_at as at, i.csat_enabled as asks,
      case when m.activity->>'type' in ('reopened', 'woke_up') then 'Open' when m.activity->>'type' = 'snoozed' then 'Snoozed'
        else m.activity->'data'->>'status' end as status
    from messages m join conversations c on c.id = m.conversation_id join inboxes i on i.id = c.inbox_id
    where m.type = 'activity' and m.activity->>'type' in ('status_changed', 'snoozed', 'reopened', 'woke_up')
    order by m.created_at, m.id`.execute(db)
  const isClosed = (status: string | null) => status === 'Resolved' || status === 'Closed'
  const byConversation = Map.groupBy(rows, (line) => line.conversation_id)
  const due = rows
    .filter(({ status, asks }) => status === 'Resolved' && asks)
    .map((line) => ({ ...line, at: new Date(line.at.getTime() + surveyDelay) }))
    .filter(({ at }) => at <= end)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.conversation_id - b.conversation_id)
  const sent: { conversation_id: number; contact_id: number; at: number; closing: number }[] = []
  for (const { conversation_id, contact_id, at } of due) {
    const before = (byConversation.get(conversation_id) ?? []).filter((line) => line.at <= at)
    if (before.at(-1)?.status !== 'Resolved') continue
    // Closing it again without reopening does not count as another time.
    const closing = before.findLastIndex(
      (line, n) => isClosed(line.status) && !isClosed(before[n - 1]?.status ?? 'Open'),
    )
    const alreadySent = sent.some(
      (survey) => survey.conversation_id === conversation_id && survey.closing === closing,
    )
    const sentToContact = sent.some(
      (survey) =>
        survey.contact_id === contact_id &&
        survey.conversation_id !== conversation_id &&
        survey.at > at.getTime() - day,
    )
    if (!alreadySent && !sentToContact) sent.push({ conversation_id, contact_id, at: at.getTime(), closing })
  }
  return sent.map(({ conversation_id, at }) => `${conversation_id} ${new Date(at).toISOString()}`).toSorted()
}

export const readSentSurveys = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('csat_surveys').select(['conversation_id', 'sent_at']).execute())
    .map(({ conversation_id, sent_at }) => `${conversation_id} ${sent_at.toISOString()}`)
    .toSorted()
