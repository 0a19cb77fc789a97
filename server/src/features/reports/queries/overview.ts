import { slaMeasure } from '@parley/contract/reports/report-measures'
import type { OverviewCharts, OverviewCounts, OverviewSla } from '@parley/contract/reports/report-overview'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { totalCount } from '../rollups/histogram.ts'
import { readWorkspaceTimeZone } from '../workspace-time-zone.ts'
import { readAggregates } from './aggregates.ts'
import { liveCondition, liveConditions } from './live-counts.ts'
import { addDays, type ReportFilters, readRollupZone, startOfDate } from './report-scope.ts'

/** docs/spec/wire.md#overview-reports. Agents who are away without having set it are in no bucket; filters don't apply to agents. */
export async function readCounts(db: Db, filters: ReportFilters): Promise<OverviewCounts> {
  const { rows } = await sql<Pick<OverviewCounts, 'open' | 'awaiting_response' | 'unassigned' | 'pending'>>`
    select count(*)::bigint as open, ${countWhere(liveConditions.awaiting_response)} as awaiting_response,
      ${countWhere(liveConditions.unassigned)} as unassigned, ${countWhere(liveConditions.pending)} as pending
    from conversations c where ${liveCondition(filters)}`.execute(db)
  const { rows: agents } = await sql<{ status: string; count: number }>`
    select availability_status as status, count(*)::bigint as count from agents
    where enabled and deleted_at is null and not is_system group by 1`.execute(db)
  const agentCount = (status: string) => agents.find((row) => row.status === status)?.count ?? 0
  return {
    ...(rows[0] ?? { open: 0, awaiting_response: 0, unassigned: 0, pending: 0 }),
    agents_online: agentCount('online'),
    agents_away: agentCount('away_manual'),
    agents_reassigning: agentCount('away_and_reassigning'),
    agents_offline: agentCount('offline'),
  }
}

const countWhere = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::bigint`

/** Since midnight, or the last `days` × 24 hours. */
async function startOfRange(db: Db, { days }: { days: number }, now: Date) {
  const time_zone = await readWorkspaceTimeZone(db)
  const from =
    days === 0
      ? sql`date_trunc('day', ${now}::timestamptz, ${time_zone}::text)`
      : sql`${new Date(now.getTime() - days * 86_400_000)}::timestamptz`
  return { time_zone, from }
}

/** Both charts include only conversations created within the range, as clients expect (docs/spec/wire.md#overview-reports). */
export async function readCharts(db: Db, query: { days: number }, now: Date): Promise<OverviewCharts> {
  const { time_zone, from } = await startOfRange(db, query, now)
  const local = (instant: RawBuilder<unknown>) =>
    sql`date_trunc('day', ${instant}::timestamptz at time zone ${time_zone}::text)`
  // One query per day, each answered by an index alone.
  const perDay = async (column: 'created_at' | 'resolved_at') => {
    const { rows } = await sql<{ date: string; count: number }>`
      select to_char(d.day, 'YYYY-MM-DD') as date, n.count
      from generate_series(${local(from)}, ${local(sql`${now}`)}, '1 day') d (day) cross join lateral (
        select count(*)::bigint as count from conversations c
        where c.deleted_at is null and c.created_at >= ${from} and c.${sql.ref(column)} >= d.day at time zone ${time_zone}::text
          and c.${sql.ref(column)} < (d.day + interval '1 day') at time zone ${time_zone}::text
      ) n where n.count > 0 order by 1`.execute(db)
    return rows.length > 0 ? rows : null
  }
  return {
    new_conversations: await perDay('created_at'),
    resolved_conversations: await perDay('resolved_at'),
  }
}

/** SLA targets met and missed within the range, and average reply and resolution times. */
export async function readSla(db: Db, query: { days: number }, now: Date): Promise<OverviewSla> {
  const { from } = await startOfRange(db, query, now)
  const zone = await readRollupZone(db)
  const { time_zone } = zone
  const { rows: dates } = await sql<{ first: string; last: string }>`
    select to_char(${from} at time zone ${time_zone}::text, 'YYYY-MM-DD') as first,
      to_char(${now}::timestamptz at time zone ${time_zone}::text, 'YYYY-MM-DD') as last`.execute(db)
  const { first, last } = dates[0] ?? { first: '', last: '' }
  const second = addDays(first, 1)
  // The first day is partial and counted from facts; the other days come from rollups.
  const { rows: parts } = await sql<{ kind: string; count: number; timed: number; seconds: number }>`
    select kind, count(*)::bigint as count, count(wall_seconds)::bigint as timed, coalesce(sum(wall_seconds), 0)::bigint as seconds
    from report_facts where not is_hidden and at >= ${from} and at < ${startOfDate(second, time_zone)} and at <= ${now} group by 1`.execute(
    db,
  )
  const scope = { from: second, to: last, filters: {}, ...zone }
  const { sums, times } = second <= last ? await readAggregates(db, scope) : { sums: [], times: [] }
  const of = (kind: string) => {
    const part = parts.find((row) => row.kind === kind) ?? { count: 0, timed: 0, seconds: 0 }
    const whole = sums.find((row) => row.kind === kind) ?? { count: 0, wall_seconds: 0 }
    const timed = part.timed + totalCount(times.find((row) => row.kind === kind)?.wall ?? [])
    return {
      count: part.count + whole.count,
      average: timed ? (part.seconds + whole.wall_seconds) / timed : 0,
    }
  }
  const count = (...measure: Parameters<typeof slaMeasure>) => of(slaMeasure(...measure)).count
  return {
    first_response_met_count: count('first_response', 'met'),
    first_response_breached_count: count('first_response', 'breached'),
    next_response_met_count: count('next_response', 'met'),
    next_response_breached_count: count('next_response', 'breached'),
    resolution_met_count: count('resolution', 'met'),
    resolution_breached_count: count('resolution', 'breached'),
    avg_first_response_time_sec: of('first_response').average,
    avg_next_response_time_sec: of('next_response').average,
    avg_resolution_time_sec: of('resolved').average,
  }
}
