import type { SystemHistory } from '@parley/contract/system/system-status'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { estimateQuantile } from '../../../telemetry/request-buckets.ts'

type Row = { at: Date; durations: number[]; errors: number }

/** Requests to the API by hour or day, of all nodes or of those of one machine. */
export async function readRequests(
  db: Db,
  { since, unit, host }: { since: Date; unit: 'hour' | 'day'; host: string | undefined },
): Promise<Pick<SystemHistory, 'requests' | 'hosts'>> {
  const [{ rows }, { rows: hosts }] = await Promise.all([
    sql<Row>`
      select at, array_agg(count order by bucket) as durations, max(errors) as errors from (
        select date_trunc(${unit}, s.at, 'UTC') as at, d.bucket, sum(d.count)::bigint as count,
          (sum(s.errors) filter (where d.bucket = 1))::bigint as errors
        from request_samples s, unnest(s.durations) with ordinality as d (count, bucket)
        where s.at > ${since} and ${host === undefined ? sql`true` : sql`s.host = ${host}`}
        group by 1, 2) buckets
      group by at order by at`.execute(db),
    sql<{
      host: string
    }>`select distinct host from request_samples where at > ${since} order by host`.execute(db),
  ])
  return {
    hosts: hosts.map((row) => row.host),
    requests: rows.map(({ at, durations, errors }) => ({
      at: at.toISOString(),
      count: durations.reduce((sum, count) => sum + Number(count), 0),
      errors,
      p50_seconds: estimateQuantile(durations.map(Number), 0.5),
      p95_seconds: estimateQuantile(durations.map(Number), 0.95),
    })),
  }
}
