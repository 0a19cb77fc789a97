import { reportSeries } from '@parley/contract/reports/reports'
import type { SystemHistory } from '@parley/contract/system/system-status'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
import { readSeries } from '../../reports/queries/series.ts'
import { readRequests } from './read-requests.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Above this, one sample a day. */
const maxHourlyDays = 7

export async function readHistory(
  db: Db,
  clock: Clock,
  { days, host }: { days: number; host?: string | undefined },
): Promise<SystemHistory> {
  const now = clock.now()
  const unit = days > maxHourlyDays ? 'day' : 'hour'
  const since = new Date(now.getTime() - days * dayMs)
  const [samples, mail, requests] = await Promise.all([
    readSamples(db, since, unit),
    readMail(db, now),
    readRequests(db, { since, unit, host }),
  ])
  return { samples, mail, ...requests }
}

type Row = Omit<SystemHistory['samples'][number], 'at'> & { at: Date }

/** The last sample of each hour or day, with the newest measurement of the files. */
async function readSamples(db: Db, since: Date, unit: 'hour' | 'day'): Promise<SystemHistory['samples']> {
  const { rows } = await sql<Row>`
    select (array_agg(at order by at desc))[1] as at,
      (array_agg(database_bytes order by at desc))[1] as database_bytes,
      (array_agg(search_bytes order by at desc))[1] as search_bytes,
      (array_agg(files_bytes order by at desc) filter (where files_bytes is not null))[1] as files_bytes,
      min(disk_free_bytes) as disk_free_bytes
    from system_samples where at > ${since}
    group by date_trunc(${unit}, at, 'UTC') order by 1`.execute(db)
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }))
}

/** Messages per hour, from the sums that the reports keep. */
async function readMail(db: Db, now: Date): Promise<SystemHistory['mail']> {
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const [since, until] = [now.getTime() - dayMs, now.getTime()]
  // A day more at both ends, because the dates are local.
  const query = reportSeries.query.parse({
    from: dateOf(since - dayMs),
    to: dateOf(until + dayMs),
    by: 'hour',
  })
  const { points, counts } = await withStatementTimeout(db, (trx) => readSeries(trx, query))
  return points.flatMap(({ start }, index) => {
    const at = Date.parse(start)
    if (at <= since - hourMs || at > until) return []
    return [{ at: start, incoming: counts.messages_in?.[index] ?? 0, outgoing: counts.replies?.[index] ?? 0 }]
  })
}
