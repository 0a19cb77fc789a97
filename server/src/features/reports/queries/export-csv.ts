import { countedMeasures } from '@parley/contract/reports/report-measures'
import type { reportCsv as contract, ReportSheet } from '@parley/contract/reports/reports'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { formatCsv } from '../../../http/csv/format-csv.ts'
import { maxOffset } from '../../../http/requests/pagination.ts'
import { readBusiestHours } from './busiest-hours.ts'
import { numberColumns } from './csv-columns.ts'
import { readDrilldown } from './drilldown.ts'
import { readFirstResponses } from './first-responses.ts'
import { readSeries } from './series.ts'
import { readSummary } from './summary.ts'
import { readTable } from './table.ts'

type Query = z.output<typeof contract.query>
type Cell = string | number | null
type Rows = Cell[][]

/** Exports a report as CSV. Durations are in seconds; the first row has the column names. */
export async function exportCsv(db: Db, actor: Actor, query: Query): Promise<{ name: string; file: Buffer }> {
  const rows = await sheetRows[query.sheet](db, query, actor)
  return {
    name: `${query.sheet.replaceAll('_', '-')}-${query.from}-${query.to}.csv`,
    file: formatCsv(rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))),
  }
}

const breakdownRows =
  (by: 'agent' | 'team' | 'inbox' | 'tag') =>
  async (db: Db, query: Query): Promise<Rows> => {
    const { rows } = await readTable(db, { ...query, by })
    return [
      [titles[by], 'Open now', ...numberColumns.map(([title]) => title)],
      ...rows.map((row) => [
        row.id === null ? '(none)' : row.name,
        row.open,
        ...numberColumns.map(([, value]) => value(row.numbers)),
      ]),
    ]
  }
const titles = { agent: 'Agent', team: 'Team', inbox: 'Inbox', tag: 'Tag' }

const sheetRows: Record<ReportSheet, (db: Db, query: Query, actor: Actor) => Promise<Rows>> = {
  async summary(db, query) {
    const { current, previous, range, previous_range } = await readSummary(db, query)
    const title = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`
    return [
      ['Measure', title(range), ...(previous_range ? [title(previous_range)] : [])],
      ['Open at end', current.open_at_end, ...(previous ? [previous.open_at_end] : [])],
      ...numberColumns.map(([title, value]) => [
        title,
        value(current),
        ...(previous ? [value(previous)] : []),
      ]),
    ]
  },
  async series(db, query) {
    const { points, counts, rating_sums } = await readSeries(db, query)
    return [
      ['Date', 'Start', ...countedMeasures, 'rating_sum'],
      ...points.map(({ date, start }, n) => [
        date,
        start,
        ...countedMeasures.map((measure) => counts[measure]?.[n] ?? 0),
        rating_sums[n] ?? 0,
      ]),
    ]
  },
  agent: breakdownRows('agent'),
  team: breakdownRows('team'),
  inbox: breakdownRows('inbox'),
  tag: breakdownRows('tag'),
  async busiest_hours(db, query) {
    const counted = countedMeasures.find((measure) => measure === query.measure)
    const { counts } = await readBusiestHours(db, { ...query, measure: counted ?? 'new' })
    const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
    return [['Day', ...hours], ...counts.map((row, day): Cell[] => [days[day] ?? '', ...row])]
  },
  async first_responses(db, query) {
    const { bars } = await readFirstResponses(db, query)
    return [
      ['From seconds', 'To seconds', 'Count', 'Count in business hours'],
      ...bars.map((bar) => [bar.from_seconds, bar.to_seconds, bar.wall, bar.business]),
    ]
  },
  async conversations(db, query, actor) {
    const { results } = await readDrilldown(db, actor, query, { limit: maxOffset })
    return [
      'Time,Number,Subject,Contact,Status,Inbox,Team,Agent,Seconds,Business seconds,Rating,Comment'.split(
        ',',
      ),
      ...results.map((row) => [
        row.at,
        row.reference_number,
        row.subject,
        row.contact,
        row.status,
        row.inbox?.name ?? null,
        row.team?.name ?? null,
        row.agent?.name ?? null,
        row.wall_seconds,
        row.business_seconds,
        row.rating,
        row.comment,
      ]),
    ]
  },
}
