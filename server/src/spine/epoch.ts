import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { json } from '../db/json.ts'
import type { Db } from '../db/pool.ts'

/**
 * The id of this database's event stream. It is renewed when the database is found to be a different one (restored from a dump, moved to
 * another server): earlier versions and positions are meaningless there, and browsers reload.
 */
export async function readEpoch(db: Db): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const epoch = await tx
      .selectFrom('settings')
      .select(['value', 'updated_at'])
      .where('key', '=', 'spine.epoch')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const stored = await tx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'spine.place')
      .executeTakeFirst()
    const identity = await databaseIdentity(tx)
    if (stored?.value === identity) return String(epoch.value)
    await tx
      .insertInto('settings')
      .values({ key: 'spine.place', value: json(identity), updated_at: epoch.updated_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json(identity) }))
      .execute()
    // The first run in a workspace without a stored identity.
    if (!stored) return String(epoch.value)
    const fresh = randomUUID().slice(0, 8)
    await tx
      .updateTable('settings')
      .set({ value: json(fresh) })
      .where('key', '=', 'spine.epoch')
      .execute()
    return fresh
  })
}

/** Differs per cluster, database and restored table. A promoted replica keeps it. */
async function databaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select (select system_identifier from pg_control_system()) || '.' || d.oid || '.' || 'events'::regclass::oid as place
    from pg_database d where d.datname = current_database()`.execute(db)
  return rows[0]?.place ?? ''
}
