import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Log } from '../../../log.ts'
import { type Operation, subscribeToRequests } from '../../../telemetry/operation.ts'
import { bucketOf, requestBuckets } from '../../../telemetry/request-buckets.ts'

type Deps = { db: Db; clock: Clock; log: Pick<Log, 'warn'> }

const intervalMs = 60_000
const hourMs = 3_600_000

type Counts = { durations: number[]; errors: number }

const noCounts = (): Counts => ({ durations: Array(requestBuckets.length + 1).fill(0), errors: 0 })

export type RequestRecording = {
  /** Stores what was counted since the last time. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Counts requests to the API of this node by duration, and adds them every minute to the row of this machine and hour. What couldn't be
 * stored is kept for the next time.
 */
export function startRequestRecording({ db, clock, log }: Deps): RequestRecording {
  let counts = noCounts()
  const unsubscribe = subscribeToRequests((operation) => count(counts, operation))
  const flush = async () => {
    const taken = counts
    if (taken.durations.every((one) => one === 0)) return
    counts = noCounts()
    try {
      await addSample(db, clock.now(), taken)
    } catch (error) {
      counts = add(counts, taken)
      log.warn({ reason: (error as Error).message }, 'could not store the durations of requests')
    }
  }
  let running: Promise<void> | undefined
  const flushOnce = () => {
    running ??= flush().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(flushOnce, intervalMs)
  timer.unref()
  return {
    flush: flushOnce,
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await running
      await flush()
    },
  }
}

/** Only the API: files of the web client would hide what is slow. */
function count(counts: Counts, { details, started_at }: Operation): void {
  if (details.kind !== 'request' || !details.route?.startsWith('/api/')) return
  const bucket = bucketOf((performance.now() - started_at) / 1000)
  counts.durations[bucket] = (counts.durations[bucket] ?? 0) + 1
  if ((details.status ?? 0) >= 500) counts.errors += 1
}

const add = (a: Counts, b: Counts): Counts => ({
  durations: a.durations.map((one, index) => one + (b.durations[index] ?? 0)),
  errors: a.errors + b.errors,
})

async function addSample(db: Db, now: Date, { durations, errors }: Counts): Promise<void> {
  const at = new Date(now.getTime() - (now.getTime() % hourMs))
  await sql`insert into request_samples as s (at, host, durations, errors) values (${at}, ${hostname()}, ${durations}::bigint[], ${errors})
    on conflict (at, host) do update set errors = s.errors + excluded.errors,
      durations = (select array_agg(a + b order by n) from unnest(s.durations, excluded.durations) with ordinality as u (a, b, n))`.execute(
    db,
  )
}
