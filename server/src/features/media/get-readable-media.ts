import type { Actor } from '../../actor.ts'
import { readableBy, visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import type { MediaRow } from './store-media.ts'

/**
 * Gets a file that the actor may open (docs/spec/wire.md#who-opens-a-file): a file of a message or scheduled reply,
 * with its conversation; an unsent file, by its owner only; an avatar, by every agent. Anything else is 404.
 */
export async function getReadableMedia(db: Db, actor: Actor, uuid: string): Promise<MediaRow> {
  const row = await db.selectFrom('media').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  if (!row || !(await canRead(db, actor, row))) throw notFound('File')
  return row
}

async function canRead(db: Db, actor: Actor, row: MediaRow): Promise<boolean> {
  if (row.message_id !== null) return canReadMessage(db, actor, row.message_id)
  if (row.scheduled_reply_id !== null && (await canReadScheduled(db, actor, row.scheduled_reply_id)))
    return true
  return row.model_type !== 'messages' || row.uploaded_by_id === actor.id
}

async function canReadMessage(db: Db, actor: Actor, message_id: number): Promise<boolean> {
  if (!actor.permissions.has('messages:read')) return false
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as own', 'own.id', 'm.conversation_id')
    .select('m.id')
    .where('m.id', '=', message_id)
    // A held message is visible only to its author (docs/spec/product-decisions.md#undo-send).
    .where((eb) => eb.or([eb('m.held_until', 'is', null), eb('m.sender_id', '=', actor.id)]))
    .where(readableBy(actor))
    .executeTakeFirst()
  return message !== undefined
}

async function canReadScheduled(db: Db, actor: Actor, scheduled_reply_id: number): Promise<boolean> {
  if (!actor.permissions.has('messages:read')) return false
  const reply = await db
    .selectFrom('scheduled_replies as s')
    .innerJoin('conversations as c', 'c.id', 's.conversation_id')
    .select('s.id')
    .where('s.id', '=', scheduled_reply_id)
    .where('s.cancelled_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(actor))
    .executeTakeFirst()
  return reply !== undefined
}
