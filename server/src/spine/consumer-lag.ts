import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { degraded, ok, type Part } from '../readiness.ts'
import { horizon } from './read-events.ts'

const maxLagMs = 60_000

/** How far the consumers lag behind the events. */
export const consumerLagPart = (db: Db, names: readonly string[]): Part => ({
  name: 'event_consumers',
  async check() {
    const { rows } = await sql<{ name: string; next_at: Date | null }>`
      select c.name, (
        select e.at from events e
        where (e.xid, e.id) > (c.xid, c.id) and e.xid < ${horizon}
        order by e.xid, e.id limit 1
      ) as next_at
      from event_consumers c where c.name = any(${names}::text[])`.execute(db)
    const lagging = rows.flatMap(({ name, next_at }) =>
      next_at && Date.now() - next_at.getTime() > maxLagMs ? [{ name, next_at }] : [],
    )
    if (lagging.length === 0) return ok('Rules, SLAs, notifications, webhooks and reports are up to date')
    return degraded(
      `Behind on events: ${lagging.map(({ name, next_at }) => `${name} since ${next_at.toISOString()}`).join(', ')}`,
    )
  },
})
