import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { defaults } from './settings.ts'

/** How many changes per minute an agent or API key may make. */
export async function readWriteLimit(db: Db): Promise<number> {
  const { rows } = await sql<{ limit: number }>`${prepared}
    select value::int as limit from settings where key = 'app.max_writes_per_minute'`.execute(db)
  return rows[0]?.limit ?? defaults['app.max_writes_per_minute'] ?? 0
}
