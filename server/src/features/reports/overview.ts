import { slaMeasure } from '@parley/contract/report-measures'
import type { OverviewCharts, OverviewCounts, OverviewSla } from '@parley/contract/report-overview'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { liveConditions, liveIn } from './live.ts'
import type { Filters } from './scope.ts'
import { zoneOfWorkspace } from './zone.ts'

/** api-contract 4.23. Whoever is away without having said so is in no bucket; no filter leaves an agent out. */
export async function readCounts(db: Db, filters: Filters): Promise<OverviewCounts> {
  const { rows } = await sql<Pick<OverviewCounts, 'open' | 'awaiting_response' | 'unassigned' | 'pending'>>`
    select count(*)::bigint as open, ${countWhere(liveConditions.awaiting_response)} as awaiting_response,
      ${countWhere(liveConditions.unassigned)} as unassigned, ${countWhere(liveConditions.pending)} as pending
    from conversations c where ${liveIn(filters)}`.execute(db)
  const { rows: agents } = await sql<{ status: string; count: number }>`
    select availability_status as status, count(*)::bigint as count from agents
    where enabled and deleted_at is null and not is_system group by 1`.execute(db)
  const who = (status: string) => agents.find((row) => row.status === status)?.count ?? 0
  return {
    ...(rows[0] ?? { open: 0, awaiting_response: 0, unassigned: 0, pending: 0 }),
    agents_online: who('online'),
    agents_away: who('away_manual'),
    agents_reassigning: who('away_and_reassigning'),
    agents_offline: who('offline'),
  }
}

const countWhere = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::bigint`

/** Since midnight, or the last `days` times 24 hours. */
async function since(db: Db, { days }: { days: number }, now: Date) {
  const time_zone = await zoneOfWorkspace(db)
  const from =
    days === 0
      ? sql`date_trunc('day', ${now}::timestamptz, ${time_zone}::text)`
      : sql`${new Date(now.getTime() - days * 86_400_000)}::timestamptz`
  return { time_zone, from }
}

/** Both of conversations that began within the days, as clients expect it (api-contract 4.23). */
export async function readCharts(db: Db, query: { days: number }, now: Date): Promise<OverviewCharts> {
  const { time_zone, from } = await since(db, query, now)
  const perDay = async (column: 'created_at' | 'resolved_at') => {
    const { rows } = await sql<{ date: string; count: number }>`
      select to_char(${sql.ref(column)} at time zone ${time_zone}::text, 'YYYY-MM-DD') as date, count(*)::bigint as count
      from conversations where deleted_at is null and created_at >= ${from} and ${sql.ref(column)} is not null
      group by 1 order by 1`.execute(db)
    return rows.length > 0 ? rows : null
  }
  return {
    new_conversations: await perDay('created_at'),
    resolved_conversations: await perDay('resolved_at'),
  }
}

/** Promises kept and broken within the days, and how long replies and resolutions took on average. */
export async function readSla(db: Db, query: { days: number }, now: Date): Promise<OverviewSla> {
  const { from } = await since(db, query, now)
  const { rows } = await sql<{ kind: string; count: number; average: number }>`
    select kind, count(*)::bigint as count, coalesce(avg(wall_seconds), 0)::float8 as average from report_facts
    where at >= ${from} and at <= ${now} and (kind like 'sla\\_%' or kind in ('first_response', 'next_response', 'resolved')) group by 1`.execute(
    db,
  )
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? { count: 0, average: 0 }
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
