import type { SystemNode } from '@parley/contract/system/system-status'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { aliveInterval } from '../../../nodes/alive.ts'
import type { NodeReport } from '../../../nodes/node-report.ts'

type Row = Omit<SystemNode, 'started_at' | 'seen_at' | 'disk' | 'memory_bytes'> & {
  started_at: Date
  seen_at: Date
  report: NodeReport | null
}

/** All registered nodes, by the clock of the database, because those of nodes differ. */
export async function readNodes(db: Db): Promise<SystemNode[]> {
  const { rows } = await sql<Row>`
    select n.id, n.host, n.pid, n.roles, n.version, n.started_at, n.seen_at, n.report,
      n.seen_at > clock_timestamp() - ${sql.raw(aliveInterval)} as is_alive,
      array(
        select substring(l.name from '^inbox (\\d+)$')::bigint from leases l
        where l.node_id = n.id and l.name ~ '^inbox \\d+$' and l.expires_at > clock_timestamp() order by 1
      ) as inbox_ids
    from nodes n order by is_alive desc, n.host, n.started_at`.execute(db)
  return rows.map(({ started_at, seen_at, report, ...row }) => ({
    ...row,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
    disk: report?.disk ?? null,
    memory_bytes: report?.memory_bytes ?? null,
  }))
}
