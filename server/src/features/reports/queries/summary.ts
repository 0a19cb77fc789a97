import type { reportSummary as contract, ReportSummary } from '@parley/contract/reports/reports'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { readAggregates } from './aggregates.ts'
import { presentReportNumbers } from './present-report-numbers.ts'
import {
  factCondition,
  previousRange,
  type ReportScope,
  readScope,
  rollupKeyOf,
  slotConditions,
} from './report-scope.ts'

export async function readSummary(db: Db, query: z.output<typeof contract.query>): Promise<ReportSummary> {
  const scope = await readScope(db, query)
  const before = query.compare ? previousRange(scope) : null
  const counted = await db
    .selectFrom('report_state')
    .select('counted_up_to')
    // The consumer also processes events that count for no report.
    .where(({ exists, selectFrom }) => exists(selectFrom('report_facts').select('id')))
    .executeTakeFirst()
  return {
    time_zone: scope.time_zone,
    range: { from: scope.from, to: scope.to },
    current: await readNumbers(db, scope),
    previous_range: before,
    previous: before && (await readNumbers(db, { ...scope, ...before })),
    counted_up_to: counted?.counted_up_to?.toISOString() ?? null,
  }
}

async function readNumbers(db: Db, scope: ReportScope) {
  const { sums, times } = await readAggregates(db, scope)
  return { ...presentReportNumbers(sums, times), open_at_end: await countOpenAtEnd(db, scope) }
}

/**
 * Created and reopened minus resolved, since the beginning. Team, agent and tags of a conversation change over time, so only an inbox
 * filter is possible.
 */
async function countOpenAtEnd(db: Db, scope: ReportScope): Promise<number | null> {
  const { team_id, agent_id, tag_id } = scope.filters
  if ([team_id, agent_id, tag_id].some((id) => id !== undefined)) return null
  const allTime = { ...scope, from: '1970-01-01' }
  const kinds = sql`kind in ('new', 'imported', 'reopened', 'resolved')`
  const rollup = rollupKeyOf(scope)
  // One query per span: a combined condition would also read everything in between.
  const counted = rollup
    ? slotConditions(allTime).map(
        (slots) => sql`
          select s.kind, s.count from report_sums s where s.generation = ${rollup.generation} and s.dim = ${rollup.dim}
            and s.dim_id = ${rollup.id} and s.${kinds} and ${slots}`,
      )
    : [sql`select f.kind, 1 as count from report_facts f where f.${kinds} and ${factCondition(allTime)}`]
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(case kind when 'resolved' then -count else count end), 0)::bigint as open
    from (${sql.join(counted, sql` union all `)}) s`.execute(db)
  return Math.max(0, rows[0]?.open ?? 0)
}
