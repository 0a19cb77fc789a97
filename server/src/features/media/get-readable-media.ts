import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { visibleTo } from '../conversations/access.ts'
import type { MediaRow } from './store-media.ts'

/**
 * A file that the actor may open (api-contract 3.4): of a message, with its conversation; not yet sent, by its owner alone; a person's
 * picture, by every agent. Anything else is not there.
 */
export async function getReadableMedia(db: Db, actor: Actor, uuid: string): Promise<MediaRow> {
  const row = await db.selectFrom('media').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  if (!row || !(await canRead(db, actor, row))) throw notFound('File')
  return row
}

async function canRead(db: Db, actor: Actor, row: MediaRow): Promise<boolean> {
  if (row.message_id !== null) return canReadMessage(db, actor, row.message_id)
  return row.model_type !== 'messages' || row.uploaded_by_id === actor.id
}

async function canReadMessage(db: Db, actor: Actor, message_id: number): Promise<boolean> {
  if (!actor.permissions.has('messages:read')) return false
  const found = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select('m.id')
    .where('m.id', '=', message_id)
    // What is still held back is its author's alone (product-decisions 18).
    .where((eb) => eb.or([eb('m.held_until', 'is', null), eb('m.sender_id', '=', actor.id)]))
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst()
  return found !== undefined
}
