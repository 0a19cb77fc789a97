import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { getVisible } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { notFound } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'

/** The delivery that a message arrived with, for someone who may see the message. */
export async function getDeliveryOfMessage(
  db: Db,
  actor: Actor,
  { uuid, message_uuid }: { uuid: string; message_uuid: string },
): Promise<number> {
  const { id: conversation_id } = await getVisible(db, actor, uuid)
  const message = await db
    .selectFrom('messages')
    .select('delivery_id')
    .where('uuid', '=', message_uuid)
    .where('conversation_id', '=', sql<number>`any(${withMerged(conversation_id)})`)
    .executeTakeFirst()
  if (!message) throw notFound('Message')
  if (message.delivery_id === null) throw notFound('The raw email of this message')
  return message.delivery_id
}
