import { type Actor, systemActor } from '../actor.ts'
import type { Db } from '../db/pool.ts'

export async function findSystemActor(db: Db): Promise<Actor | null> {
  const row = await db.selectFrom('agents').select('id').where('is_system', '=', true).executeTakeFirst()
  return row ? systemActor(row.id) : null
}

/** The System actor of an existing workspace. */
export async function getSystemActor(db: Db): Promise<Actor> {
  const system = await findSystemActor(db)
  if (!system) throw new Error('The workspace has no System agent. Restore the database from a backup')
  return system
}
