import type pg from 'pg'
import type { GaugeSource } from '../metrics/gauge-sources.ts'

/** The connections of this node's pools, by name. */
export const poolGauges = (pools: Readonly<Record<string, pg.Pool>>): GaugeSource => {
  const ofEach = (read: (pool: pg.Pool) => number, labels: Record<string, string> = {}) =>
    Object.entries(pools).map(([name, pool]) => ({ labels: { pool: name, ...labels }, value: read(pool) }))
  return {
    name: 'database_pool',
    scope: 'node',
    gauges: {
      parley_database_pool_connections: {
        help: 'Open connections of a pool by state: busy or idle. Behind a pooler, the job queue has its own, and a replica always',
        labels: ['pool', 'state'],
      },
      parley_database_pool_max_connections: {
        help: 'How many connections a pool may open',
        labels: ['pool'],
      },
      parley_database_pool_waiting: {
        help: 'Callers that wait for a connection of a pool',
        labels: ['pool'],
      },
    },
    read: async () => ({
      parley_database_pool_connections: [
        ...ofEach(({ totalCount, idleCount }) => totalCount - idleCount, { state: 'busy' }),
        ...ofEach(({ idleCount }) => idleCount, { state: 'idle' }),
      ],
      parley_database_pool_max_connections: ofEach(({ options }) => options.max),
      parley_database_pool_waiting: ofEach(({ waitingCount }) => waitingCount),
    }),
  }
}
