import type {
  Breakdown,
  BreakdownRow,
  reportTable as contract,
  ReportTable,
} from '@parley/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
import { readAggregates } from './aggregates.ts'
import { countOpenBy } from './live-counts.ts'
import { presentReportNumbers } from './present-report-numbers.ts'
import { pickFilters, readScope } from './report-scope.ts'

type Query = z.output<typeof contract.query>

/** One row per subject that exists or has numbers, by name; unattributed last, if not zero. */
export const readTable = async (db: Db, query: Query): Promise<ReportTable> =>
  presentTable(query, await readTableData(db, query), await readOpenCounts(db, query))

/**
 * The same, with the open conversations counted in parallel in a separate transaction: with many tags that takes as long as everything
 * else.
 */
export async function readTableBounded(db: Db, query: Query): Promise<ReportTable> {
  const [counted, open] = await Promise.all([
    withStatementTimeout(db, (trx) => readTableData(trx, query)),
    withStatementTimeout(db, (trx) => readOpenCounts(trx, query)),
  ])
  return presentTable(query, counted, open)
}

type TableData = Awaited<ReturnType<typeof readTableData>>
async function readTableData(db: Db, query: Query) {
  const scope = await readScope(db, query)
  return {
    scope,
    aggregates: await readAggregates(db, scope, query.by),
    subjects: await listSubjects(db, query.by),
  }
}

const readOpenCounts = (db: Db, query: Query) => countOpenBy(db, query.by, pickFilters(query))

function presentTable(
  { by }: Query,
  { scope, aggregates, subjects }: TableData,
  open: ReadonlyMap<number, number>,
): ReportTable {
  const counted = aggregates.sums.filter(({ count, kind }) => count !== 0 && kind !== 'imported')
  const sumsOf = Map.groupBy(counted, (sum) => sum.group)
  const timesOf = Map.groupBy(aggregates.times, (times) => times.group)
  const only = scope.filters[`${by}_id`]
  const rows = [...subjects, unattributed].flatMap(({ id, ...subject }): BreakdownRow[] => {
    const [own, count] = [sumsOf.get(id ?? 0), open.get(id ?? 0) ?? 0]
    if (only !== undefined && id !== only) return []
    if ((subject.is_deleted || id === null || !subject.is_active) && !own && count === 0) return []
    const { is_active: _, ...shown } = subject
    return [
      { id, ...shown, open: count, numbers: presentReportNumbers(own ?? [], timesOf.get(id ?? 0) ?? []) },
    ]
  })
  return { time_zone: scope.time_zone, by, rows }
}

/** `is_active`: listed even without numbers. */
type TableSubject = Pick<BreakdownRow, 'name' | 'avatar_url' | 'is_deleted'> & {
  id: number | null
  is_active: boolean
}
const unattributed: TableSubject = {
  id: null,
  name: '',
  avatar_url: null,
  is_deleted: false,
  is_active: false,
}

async function listSubjects(db: Db, by: Breakdown): Promise<TableSubject[]> {
  const { rows } =
    await sql<TableSubject>`select * from (${all[by]}) w order by is_deleted, lower(name), id`.execute(db)
  return rows
}

const past = (dim: 'team' | 'tag') => sql`
  union all select n.id, n.name, null, true, false from report_names n
  where n.dim = ${dim} and not exists (select from ${sql.table(`${dim}s`)} t where t.id = n.id)`
const all: Record<Breakdown, RawBuilder<unknown>> = {
  agent: sql`select id, trim(first_name || ' ' || last_name) as name, avatar_url, deleted_at is not null as is_deleted,
    enabled and not is_system as is_active from agents`,
  team: sql`select id, name, null as avatar_url, false as is_deleted, true as is_active from teams ${past('team')}`,
  inbox: sql`select id, name, null as avatar_url, deleted_at is not null as is_deleted, enabled as is_active from inboxes`,
  tag: sql`select id, name, null as avatar_url, false as is_deleted, true as is_active from tags ${past('tag')}`,
}
