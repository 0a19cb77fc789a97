import { type CountedMeasure, type LiveMeasure, liveMeasures } from '@parley/contract/reports/report-measures'
import type {
  CountedConversation,
  CountedConversations,
  reportConversations as contract,
} from '@parley/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { decodeCursor, encodeCursor, isValidInstant, maxOffset } from '../../../http/requests/pagination.ts'
import { liveCondition, liveConditions } from './live-counts.ts'
import { factCondition, pickFilters, readScope } from './report-scope.ts'

export type DrilldownQuery = Omit<z.output<typeof contract.query>, 'cursor' | 'page_size'>
type Row = Omit<CountedConversation, 'key' | 'at'> & { id: number; at: Date }
type PageRequest = { cursor?: string; limit: number }

/** SQL fragments: the counted rows as `f`, which of them, and whether the caller can see their conversation `c`. */
type DrilldownSource = { rows: RawBuilder<unknown>; where: RawBuilder<unknown>; visible: RawBuilder<unknown> }

/** What a number counts, newest first. Conversations that the caller can't see are only counted. */
export async function readDrilldown(
  db: Db,
  actor: Actor,
  query: DrilldownQuery,
  { cursor, limit }: PageRequest,
): Promise<CountedConversations> {
  const { rows, where, visible } = await buildSource(db, actor, query)
  const after = cursor ? decodeCursor(cursor, query.measure, isValidInstant) : null
  const afterCursor = after ? sql`and (f.at, f.id) < (${after.value ?? ''}::timestamptz, ${after.id})` : sql``
  const { rows: page } = await sql<Row>`
    select f.id, f.at, c.uuid, c.reference_number, c.subject, st.name as status, trim(k.first_name || ' ' || k.last_name) as contact,
      jsonb_build_object('id', i.id, 'name', i.name) as inbox,
      ${nameColumn('team', sql`coalesce(tm.name, tn.name)`)} as team, ${nameColumn('agent', sql`trim(a.first_name || ' ' || a.last_name)`)} as agent,
      f.wall_seconds, f.business_seconds, f.rating, s.comment
    from (
      select f.* from ${rows} left join conversations c on c.id = f.conversation_id
      where ${where} and ${visible} ${afterCursor} order by f.at desc, f.id desc limit ${limit + 1}) f
      join conversations c on c.id = f.conversation_id join contacts k on k.id = c.contact_id join statuses st on st.id = c.status_id
      left join inboxes i on i.id = f.inbox_id left join csat_surveys s on s.id = f.survey_id left join agents a on a.id = f.agent_id
      left join teams tm on tm.id = f.team_id left join report_names tn on tn.dim = 'team' and tn.id = f.team_id
    order by f.at desc, f.id desc`.execute(db)
  const { rows: totals } = await sql<{ total: number; hidden: number }>`
    select coalesce(sum(f.count), 0)::bigint as total, coalesce(sum(f.count) filter (where (${visible}) is not true), 0)::bigint as hidden
    from (
      select conversation_id, count(*) as count from (
        select f.conversation_id from ${rows} where ${where} limit ${maxOffset + 1}) counted group by 1) f
      left join conversations c on c.id = f.conversation_id`.execute(db)
  const { total = 0, hidden = 0 } = totals[0] ?? {}
  const results = page.slice(0, limit)
  const last = page.length > limit ? results.at(-1) : undefined
  return {
    results: results.map(({ id, at, ...row }) => ({ key: String(id), at: at.toISOString(), ...row })),
    total: Math.min(total, maxOffset),
    total_is_estimate: total > maxOffset,
    hidden,
    next_cursor: last ? encodeCursor(query.measure, last.at.toISOString(), last.id) : null,
  }
}

const nameColumn = (dimension: 'team' | 'agent', name: RawBuilder<unknown>) => {
  const id = sql.ref(`f.${dimension}_id`)
  return sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, '')) end`
}

async function buildSource(db: Db, actor: Actor, query: DrilldownQuery): Promise<DrilldownSource> {
  const visible = sql`c.deleted_at is null and ${visibleTo(actor)}`
  if (isLiveMeasure(query.measure)) {
    const rows = sql`(select c.id, c.created_at as at, c.id as conversation_id, c.inbox_id, c.assigned_team_id as team_id, c.assigned_user_id as agent_id,
      null::integer as wall_seconds, null::integer as business_seconds, null::smallint as rating, null::bigint as survey_id
      from conversations c where ${liveCondition(pickFilters(query))} and ${liveConditions[query.measure]}) f`
    return { rows, where: isUnattributed(query, hasNoTag), visible }
  }
  const scope = await readScope(db, query)
  return {
    rows: sql`report_facts f`,
    where: sql.join(
      [
        sql`f.kind = ${query.measure} and ${factCondition(scope)}`,
        isUnattributed(query, hasNoCountedTag),
        ...conditionsOf(query, scope.time_zone),
      ],
      sql` and `,
    ),
    visible,
  }
}

const isLiveMeasure = (measure: CountedMeasure | LiveMeasure): measure is LiveMeasure =>
  (liveMeasures as readonly string[]).includes(measure)

const hasNoTag = sql`not exists (select from conversation_tags ct where ct.conversation_id = f.conversation_id)`
const hasNoCountedTag = sql`exists (select from report_conversations r where r.conversation_id = f.conversation_id and r.tag_ids = '{}')`
const isUnattributed = ({ nobody }: DrilldownQuery, hasNoTag: RawBuilder<unknown>) =>
  nobody === undefined ? sql`true` : nobody === 'tag' ? hasNoTag : sql`f.${sql.ref(`${nobody}_id`)} is null`

/** One point of a series, one cell of the busiest hours, or one bar of the histogram. */
function conditionsOf(query: DrilldownQuery, time_zone: string): RawBuilder<unknown>[] {
  const seconds = sql.ref(`f.${query.hours ?? 'wall'}_seconds`)
  const local = sql`(f.at at time zone ${time_zone}::text)`
  const filters: [unknown, RawBuilder<unknown>][] = [
    [query.since, sql`f.at >= ${query.since}::timestamptz`],
    [query.until, sql`f.at < ${query.until}::timestamptz`],
    [query.weekday, sql`extract(isodow from ${local}) = ${(query.weekday ?? 0) + 1}`],
    [query.hour, sql`extract(hour from ${local}) = ${query.hour}`],
    [query.min_seconds, sql`${seconds} >= ${query.min_seconds}`],
    [query.max_seconds, sql`${seconds} < ${query.max_seconds}`],
    [query.rating, sql`f.rating = ${query.rating}`],
  ]
  return filters.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
}
