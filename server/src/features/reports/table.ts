import type { Breakdown, BreakdownRow, reportTable as contract, ReportTable } from '@parley/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { readCells } from './cells.ts'
import { openBy } from './live.ts'
import { numbersOf } from './numbers.ts'
import { scopeOf } from './scope.ts'

/** One row for each who exists or has numbers, by name; nobody last, when there is anything. */
export async function readTable(db: Db, query: z.output<typeof contract.query>): Promise<ReportTable> {
  const scope = await scopeOf(db, query)
  const { sums, times } = await readCells(db, scope, query.by)
  const counted = sums.filter(({ count, kind }) => count !== 0 && kind !== 'imported')
  const [sumsOf, timesOf] = [Map.groupBy(counted, (s) => s.group), Map.groupBy(times, (s) => s.group)]
  const open = await openBy(db, query.by, scope.filters)
  const who = await namesBy(db, query.by)
  const only = scope.filters[`${query.by}_id`]
  const rows = [...who, nobody].flatMap(({ id, ...person }): BreakdownRow[] => {
    const [own, count] = [sumsOf.get(id ?? 0), open.get(id ?? 0) ?? 0]
    if (only !== undefined && id !== only) return []
    if ((person.is_deleted || id === null || !person.is_active) && !own && count === 0) return []
    const { is_active: _, ...shown } = person
    return [{ id, ...shown, open: count, numbers: numbersOf(own ?? [], timesOf.get(id ?? 0) ?? []) }]
  })
  return { time_zone: scope.time_zone, by: query.by, rows }
}

/** `is_active`: has a row also without numbers. */
type Who = Pick<BreakdownRow, 'name' | 'avatar_url' | 'is_deleted'> & {
  id: number | null
  is_active: boolean
}
const nobody: Who = { id: null, name: '', avatar_url: null, is_deleted: false, is_active: false }

export async function namesBy(db: Db, by: Breakdown): Promise<Who[]> {
  const { rows } = await sql<Who>`select * from (${all[by]}) w order by is_deleted, lower(name), id`.execute(
    db,
  )
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
