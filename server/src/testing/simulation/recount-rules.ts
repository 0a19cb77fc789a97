import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { followUpRule } from './simulated-rules.ts'

const hour = 3_600_000

type ConversationHistory = {
  id: number
  subject: string
  email: string
  created: number
  /** In order: customer messages, sent agent replies, and status changes. */
  customer: { at: number; text: string }[]
  replies: number[]
  statuses: { at: number; status: string }[]
}

/**
 * When each simulated rule should have run, implemented separately for each rule from the timelines alone. Returns sorted lines of `rule,
 * conversation, time, matched`; for rules with a threshold, including the times at which they did not match.
 */
export async function recountRules(db: Db, end: Date): Promise<string[]> {
  const runs: string[] = []
  const run: Run = (rule, { id }, at, matched = true) => {
    if (at <= end.getTime()) runs.push(`${rule}, ${id}, ${new Date(at).toISOString()}, ${matched}`)
  }
  for (const history of await loadHistories(db)) {
    recountEventRules(history, run)
    recountTimeRules(history, run)
  }
  return runs.toSorted()
}

type Run = (rule: string, history: ConversationHistory, at: number, matched?: boolean) => void

function recountEventRules(history: ConversationHistory, run: Run): void {
  const { subject, email, created } = history
  if (/refund|invoice/i.test(subject)) run('Refunds go to Billing', history, created)
  if (/broken/i.test(subject)) run('Broken things go to Support', history, created)
  if (/visit/i.test(subject)) run('Visits go to the field', history, created)
  if (/vip/i.test(email)) run('Important people', history, created)
  // The first message creates the conversation, so it is not an update.
  for (const { at, text } of history.customer.slice(1))
    if (/urgent/i.test(text)) run('Note what is urgent', history, at)
  for (const { at, status } of history.statuses)
    if (status === 'Resolved') run('Mark what was resolved', history, at)
}

function recountTimeRules(history: ConversationHistory, run: Run): void {
  /** The status just before that time, as a rule's own change comes after it. */
  const statusBefore = (at: number) => history.statuses.findLast((change) => change.at < at)?.status ?? 'Open'
  history.replies.forEach((at, n) => {
    const due = at + 20 * hour
    const next = history.replies[n + 1]
    if (next === undefined || next > due) run(followUpRule, history, due, statusBefore(due) === 'Open')
  })
  history.statuses.forEach(({ at, status }, n) => {
    const before = history.statuses[n - 1]?.status ?? 'Open'
    const isClosing = isClosed(status) && !isClosed(before)
    const due = at + 12 * hour
    const opened = history.statuses.slice(n + 1).find((later) => !isClosed(later.status))
    if (isClosing && (opened === undefined || opened.at > due))
      run('Close what stayed resolved', history, due, statusBefore(due) === 'Resolved')
  })
}

const isClosed = (status: string) => status === 'Resolved' || status === 'Closed'

export const readEngineRuns = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('automation_runs').select(['rule_name', 'conversation_id', 'at', 'outcome']).execute())
    .map(
      ({ rule_name, conversation_id, at, outcome }) =>
        `${rule_name}, ${conversation_id}, ${at.toISOString()}, ${outcome !== 'not_matched'}`,
    )
    .toSorted()

async function loadHistories(db: Db): Promise<ConversationHistory[]> {
  const { rows } = await sql<ConversationHistory>`
    select c.id, c.subject, p.email, extract(epoch from c.created_at) * 1000 as created,
      coalesce((select json_agg(json_build_object('at', extract(epoch from m.created_at) * 1000, 'text', m.text_content) order by m.id)
        from messages m where m.conversation_id = c.id and m.type = 'incoming'), '[]') as customer,
      coalesce((select json_agg(extract(epoch from m.sent_at) * 1000 order by m.sent_at, m.id) from messages m join agents a on a.id = m.sender_id
        where m.conversation_id = c.id and m.type = 'outgoing' and not m.private and not a.is_system and m.sent_at is not null), '[]') as replies,
      coalesce((select json_agg(json_build_object('at', extract(epoch from m.created_at) * 1000, 'status',
          case m.activity->>'type' when 'snoozed' then 'Snoozed' when 'status_changed' then m.activity->'data'->>'status' else 'Open' end) order by m.id)
        from messages m where m.conversation_id = c.id and m.type = 'activity'
          and m.activity->>'type' in ('status_changed', 'snoozed', 'woke_up', 'reopened')), '[]') as statuses
    from conversations c join contacts p on p.id = c.contact_id`.execute(db)
  return rows.map((row) => ({ ...row, created: Number(row.created) }))
}
