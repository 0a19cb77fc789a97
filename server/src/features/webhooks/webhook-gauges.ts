import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { maxGaugeCount, readGauges } from '../../db/read-gauges.ts'
import type { GaugeSource } from '../../metrics/gauge-sources.ts'

type Row = { waiting: number; ok: number; failing: number; inactive: number }

/** The state of webhooks, and what waits to be delivered. */
export const webhookGauges = (db: Db): GaugeSource => ({
  name: 'webhooks',
  scope: 'workspace',
  gauges: {
    parley_webhooks: { help: 'Webhooks by state: ok, failing or inactive', labels: ['state'] },
    parley_webhook_deliveries_waiting: {
      help: `Events that wait to be delivered to webhooks; at most ${maxGaugeCount} are counted`,
    },
  },
  async read() {
    const { rows } = await readGauges(db, (trx) =>
      sql<Row>`
        select (select count(*) from (
            select from webhook_deliveries where state = 'waiting' limit ${sql.lit(maxGaugeCount)}) queued) as waiting,
          count(*) filter (where is_active and failing_since is null) as ok,
          count(*) filter (where is_active and failing_since is not null) as failing,
          count(*) filter (where not is_active) as inactive
        from webhooks`.execute(trx),
    )
    const { waiting = 0, ok = 0, failing = 0, inactive = 0 } = rows[0] ?? {}
    return {
      parley_webhooks: Object.entries({ ok, failing, inactive }).map(([state, value]) => ({
        labels: { state },
        value,
      })),
      parley_webhook_deliveries_waiting: [{ value: waiting }],
    }
  },
})
