import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'

/** Marks the session's identity as confirmed. Returns the updated actor. */
export async function confirmSession(
  db: Db,
  actor: Actor,
  { session, now }: { session: Buffer | null; now: Date },
): Promise<Actor> {
  const confirmed =
    session &&
    (await db
      .updateTable('sessions')
      .set({ confirmed_at: now })
      .where('id_hash', '=', session)
      .where('agent_id', '=', actor.id)
      .returning('id')
      .executeTakeFirst())
  if (!confirmed) throw notFound('Session')
  return { ...actor, confirmed_at: now }
}
