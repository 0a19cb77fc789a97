import { type CountedMeasure, countedMeasures } from '@parley/contract/reports/report-measures'
import type {
  reportSeries as contract,
  ReportSeries,
  SeriesSpan,
  SeriesStep,
} from '@parley/contract/reports/reports'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import { rollupKindsOf } from '../rollups/rollups.ts'
import { readSlotCounts } from './aggregates.ts'
import { addDays, previousRange, type ReportScope, readScope, startOfDate } from './report-scope.ts'

export async function readSeries(db: Db, query: z.output<typeof contract.query>): Promise<ReportSeries> {
  const scope = await readScope(db, query)
  const before = query.compare ? previousRange(scope) : null
  return {
    time_zone: scope.time_zone,
    by: query.by,
    ...(await readSpan(db, scope, scope.from, query.by)),
    previous: before && (await readSpan(db, { ...scope, ...before }, scope.from, query.by)),
  }
}

/** Split into the same steps as a range that starts on the day `like`. */
async function readSpan(db: Db, scope: ReportScope, like: string, by: SeriesStep): Promise<SeriesSpan> {
  const { starts, end } = await readStarts(db, scope, like, by)
  const noneYet = () => starts.map(() => 0)
  const counts: SeriesSpan['counts'] = {}
  const rating_sums = noneYet()
  const froms = starts.map(({ start }) => start.getTime())
  await readSlotCounts(db, scope, { grain: by === 'hour' ? 'hour' : 'day' }, ({ at, kind, count }) => {
    const [target, point] = [measures.get(kind), lastIndexUpTo(froms, at)]
    if (!target || point === -1) return
    counts[target.measure] ??= noneYet()
    addAt(counts[target.measure], point, count)
    addAt(rating_sums, point, target.rating * count)
  })
  const startTimes = starts.map(({ start }) => start.toISOString())
  const points = starts.map(({ date }, n) => ({
    start: startTimes[n] ?? '',
    end: startTimes[n + 1] ?? end.toISOString(),
    date,
  }))
  return { points, counts, rating_sums }
}

function addAt(numbers: number[] = [], index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount
}

/** The measure and rating of each rollup kind. */
const measures: ReadonlyMap<string, { measure: CountedMeasure; rating: number }> = new Map(
  countedMeasures.flatMap((measure) =>
    rollupKindsOf(measure).map((kind, n, all) => [kind, { measure, rating: all.length > 1 ? n + 1 : 0 }]),
  ),
)

/** Index of the last of these ascending numbers that is not greater than the value; -1 when all are greater. */
function lastIndexUpTo(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rising[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The start of each step, including empty ones. Weeks start on Monday, except the first one, which starts with the range. */
async function readStarts(db: Db, { from, to, time_zone }: ReportScope, like: string, by: SeriesStep) {
  const [first, end] = [startOfDate(from, time_zone), startOfDate(addDays(to, 1), time_zone)]
  const moments = {
    // A local hour may start at any quarter of an hour in UTC.
    hour: sql`select distinct date_trunc('hour', q, ${time_zone}::text) from generate_series(${first}, ${end} - interval '1 second', '15 minutes') q`,
    day: sql`select d at time zone ${time_zone}::text from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d`,
    week: sql`select d at time zone ${time_zone}::text from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d
      where extract(isodow from d + (${like}::timestamp - ${from}::timestamp)) = 1 or d = ${from}::timestamp`,
  }[by]
  const { rows } = await sql<{ start: Date; date: string }>`
    select start, to_char(start at time zone ${time_zone}::text, 'YYYY-MM-DD') as date
    from (${moments} union all select ${end}) m (start) order by 1`.execute(db)
  return { starts: rows, end: rows.pop()?.start ?? new Date(0) }
}
