import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { audienceOfRow } from './audience.ts'
import type { Readers } from './presence.ts'

/** Who may see these conversations now. A merged one is for those who may see the one that it is read in. */
export async function readReaders(db: Db, uuids: string[]): Promise<Map<string, Readers>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .selectFrom('conversations as own')
    .innerJoin('conversations as root', (join) =>
      join.on('root.id', '=', sql<number>`coalesce(own.merge_root_id, own.id)`),
    )
    .selectAll('root')
    .select('own.uuid as own_uuid')
    .where('own.uuid', 'in', uuids)
    .execute()
  return new Map(
    rows.map(({ own_uuid, ...root }) => [own_uuid, { root_uuid: root.uuid, audience: audienceOfRow(root) }]),
  )
}
