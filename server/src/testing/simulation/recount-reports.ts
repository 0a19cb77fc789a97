import type { ReportSeries } from '@parley/contract/reports/reports'
import { sql } from 'kysely'
import type { SimulatedWorkspace } from './simulated-workspace.ts'

type Numbers = Record<string, number | null>
type ReportFact = { kind: string; at: Date; inbox_id: number; agent_id: number | null; value: number | null }

/**
 * Everything that reports count, one row each, from the timelines, surveys and SLA targets. `agent_id` is the author of a reply; `value` is
 * the seconds waited, or a rating.
 */
async function countReportFacts({ t }: SimulatedWorkspace): Promise<ReportFact[]> {
  const { rows } = await sql<ReportFact>`
    with lines as (
      select m.conversation_id, m.created_at as at, m.id, c.inbox_id,
        case when m.activity->>'type' = 'status_changed' and m.activity->'data'->>'status' in ('Resolved', 'Closed') then 'closed' else 'active' end as is,
        lag(case when m.activity->>'type' = 'status_changed' and m.activity->'data'->>'status' in ('Resolved', 'Closed') then 'closed' else 'active' end, 1, 'active')
          over (partition by m.conversation_id order by m.id) as was
      from messages m join conversations c on c.id = m.conversation_id
      where m.type = 'activity' and m.activity->>'type' in ('status_changed', 'snoozed', 'woke_up', 'reopened')),
    replies as (
      select m.conversation_id, m.sent_at as at, m.sender_id, c.inbox_id, row_number() over (partition by m.conversation_id order by m.sent_at, m.id) as nth,
        (select min(i.created_at) from messages i where i.conversation_id = m.conversation_id and i.type = 'incoming' and i.id < m.id) as since
      from messages m join agents a on a.id = m.sender_id join conversations c on c.id = m.conversation_id
      where m.type = 'outgoing' and not m.private and not a.is_system and m.sent_at is not null)
    select 'new' as kind, created_at as at, inbox_id, null::bigint as agent_id, null::float8 as value from conversations
    union all select 'resolved', at, inbox_id, null, null from lines where "is" = 'closed' and was = 'active'
    union all select 'reopened', at, inbox_id, null, null from lines where "is" = 'active' and was = 'closed'
    union all select 'messages_in', m.created_at, c.inbox_id, null, null from messages m join conversations c on c.id = m.conversation_id where m.type = 'incoming'
    union all select 'replies', at, inbox_id, sender_id, null from replies
    union all select 'first_response', at, inbox_id, sender_id, floor(extract(epoch from at - since)) from replies where nth = 1 and since is not null
    union all select 'csat_sent', s.sent_at, s.inbox_id, null, null from csat_surveys s
    union all select 'csat_answered', s.answered_at, s.inbox_id, s.agent_id, s.rating from csat_surveys s where s.rating is not null
    union all select 'sla_first_response_' || case when first_response_breached_at is null then 'met' else 'breached' end,
        coalesce(first_response_breached_at, first_response_met_at), c.inbox_id, null, null
      from applied_slas s join conversations c on c.id = s.conversation_id where coalesce(first_response_breached_at, first_response_met_at) is not null
    union all select 'sla_resolution_' || case when resolution_breached_at is null then 'met' else 'breached' end,
        coalesce(resolution_breached_at, resolution_met_at), c.inbox_id, null, null
      from applied_slas s join conversations c on c.id = s.conversation_id where coalesce(resolution_breached_at, resolution_met_at) is not null
    union all select 'sla_next_response_' || case when e.breached_at is null then 'met' else 'breached' end, coalesce(e.breached_at, e.met_at), c.inbox_id, null, null
      from sla_events e join applied_slas s on s.id = e.applied_sla_id join conversations c on c.id = s.conversation_id where coalesce(e.breached_at, e.met_at) is not null`.execute(
    t.db,
  )
  return rows
}

const kinds = ['new', 'resolved', 'reopened', 'messages_in', 'replies'] as const

function summarise(rows: readonly ReportFact[]): Numbers {
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
  const sum = (kind: string) => ofKind(kind).reduce((total, { value }) => total + Number(value), 0)
  const average = (kind: string) =>
    ofKind(kind).length > 0 ? Math.round((sum(kind) / ofKind(kind).length) * 100) / 100 : null
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind).length])),
    first_responses: ofKind('first_response').length,
    first_response_average: average('first_response'),
    ...Object.fromEntries(
      ['first_response', 'next_response', 'resolution'].flatMap((metric) =>
        ['met', 'breached'].map((outcome) => [
          `${metric} ${outcome}`,
          ofKind(`sla_${metric}_${outcome}`).length,
        ]),
      ),
    ),
    surveys: ofKind('csat_sent').length,
    answers: ofKind('csat_answered').length,
    rating: average('csat_answered'),
  }
}

/** The numbers of a report response, flattened in the same way. */
// biome-ignore lint/suspicious/noExplicitAny: an answer over HTTP
function flattenReport(numbers: any): Numbers {
  const average: number | null = numbers.first_response.wall.average
  const rating: number | null = numbers.csat.average
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, numbers[kind]])),
    first_responses: numbers.first_response.count,
    first_response_average: average === null ? null : Math.round(average * 100) / 100,
    ...Object.fromEntries(
      ['first_response', 'next_response', 'resolution'].flatMap((metric) =>
        ['met', 'breached'].map((outcome) => [`${metric} ${outcome}`, numbers.sla[metric][outcome]]),
      ),
    ),
    surveys: numbers.csat.sent,
    answers: numbers.csat.answered,
    rating: rating === null ? null : Math.round(rating * 100) / 100,
  }
}

const dateIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return (at: Date) => format.format(at)
}

/** Every report number that differs from the recount, as text: in total, by inbox, by agent (replies) and by day. */
export async function reportDifferences(
  workspace: SimulatedWorkspace,
  from: Date,
  to: Date,
): Promise<string[]> {
  const date = dateIn('Europe/Berlin')
  const rows = (await countReportFacts(workspace)).filter(
    ({ at }) => date(at) >= date(from) && date(at) <= date(to),
  )
  const range = `from=${date(from)}&to=${date(to)}`
  const get = async (path: string) => {
    const { status, body } = await workspace.admin.get(`/api/v1/reports/${path}`)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body.data
  }
  const differences: string[] = []
  const compare = (label: string, reported: Numbers, recounted: Numbers) => {
    for (const [name, number] of Object.entries(recounted))
      if (reported[name] !== number)
        differences.push(`${label}: ${name} is ${reported[name]}, recounted ${number}`)
  }
  compare('all', flattenReport((await get(`summary?${range}`)).current), summarise(rows))
  for (const row of (await get(`table?${range}&by=inbox`)).rows)
    compare(
      row.name,
      flattenReport(row.numbers),
      summarise(rows.filter(({ inbox_id }) => inbox_id === row.id)),
    )
  for (const row of (await get(`table?${range}&by=agent`)).rows) {
    if (row.id === null) continue
    const replyNumbers = summarise(rows.filter(({ agent_id }) => agent_id === row.id))
    const { replies = 0, first_responses = 0, first_response_average = null } = replyNumbers
    compare(row.name, flattenReport(row.numbers), { replies, first_responses, first_response_average })
  }
  const series: ReportSeries = await get(`series?${range}&by=day`)
  for (const [n, point] of series.points.entries())
    for (const kind of kinds) {
      const recounted = rows.filter((row) => row.kind === kind && date(row.at) === point.date).length
      const reported = series.counts[kind]?.[n] ?? 0
      if (reported !== recounted)
        differences.push(`${point.date}: ${kind} is ${reported}, recounted ${recounted}`)
    }
  return differences
}
