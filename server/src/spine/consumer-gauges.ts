import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { maxGaugeCount, readGauges } from '../db/read-gauges.ts'
import type { GaugeSource } from '../metrics/gauge-sources.ts'
import { horizon } from './read-events.ts'

type Row = { name: string; events: number; next_at: Date | null }

/** How far the consumers lag behind the events. */
export const consumerGauges = (db: Db, clock: Clock, names: readonly string[]): GaugeSource => ({
  name: 'consumers',
  scope: 'workspace',
  gauges: {
    parley_consumer_lag_events: {
      help: `Events that a consumer hasn't handled yet; at most ${maxGaugeCount} are counted`,
      labels: ['consumer'],
    },
    parley_consumer_lag_seconds: {
      help: 'Age of the oldest event that a consumer has not handled yet; 0 if there is none',
      labels: ['consumer'],
    },
  },
  async read() {
    const now = clock.now().getTime()
    const { rows } = await readGauges(db, (trx) =>
      sql<Row>`
        select c.name, pending.events, pending.next_at from event_consumers c
        cross join lateral (
          select count(*) as events, min(next.at) as next_at from (
            select e.at from events e
            where (e.xid, e.id) > (c.xid, c.id) and e.xid < ${horizon}
            order by e.xid, e.id limit ${sql.lit(maxGaugeCount)}
          ) next
        ) pending
        where c.name = any(${names}::text[])`.execute(trx),
    )
    return {
      parley_consumer_lag_events: rows.map(({ name, events }) => ({
        labels: { consumer: name },
        value: events,
      })),
      parley_consumer_lag_seconds: rows.map(({ name, next_at }) => ({
        labels: { consumer: name },
        value: next_at ? Math.max(0, now - next_at.getTime()) / 1000 : 0,
      })),
    }
  },
})
