import { CompiledQuery } from 'kysely'
import type { Db } from '../db/pool.ts'

export type RunQuery = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

export const runKysely =
  (db: Db): RunQuery =>
  async <Row extends object>(text: string, values: unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

/** Contents read by one statement. */
const batchSize = 5_000

const sources = [
  { table: 'media', hash: 'content_hash', size: 'size', filter: 'true' },
  { table: 'mail_deliveries', hash: 'raw_hash', size: 'raw_size', filter: `state <> 'erased'` },
] as const

/**
 * Attachments and raw email as the tables have them, each content once, in bytes. Walks the index of hashes in short statements, because the
 * tables are the largest, and sorting or hashing all of their rows at once would take memory and hold up vacuum.
 */
export async function measureFiles(run: RunQuery): Promise<number> {
  let total = 0
  for (const { table, hash, size, filter } of sources) {
    let after: Buffer = Buffer.alloc(0)
    for (;;) {
      const rows = await run<{ bytes: string | null; last: Buffer | null; count: string }>(
        `select sum(size)::text as bytes, count(*)::text as count, (array_agg(hash order by hash desc))[1] as last from (
           select distinct on (${hash}) ${hash} as hash, ${size} as size from ${table}
           where ${hash} > $1 and ${filter} order by ${hash} limit ${batchSize}) contents`,
        [after],
      )
      const [batch] = rows
      total += Number(batch?.bytes ?? 0)
      if (!batch?.last || Number(batch.count) < batchSize) break
      after = batch.last
    }
  }
  return total
}
