import { mayUseInbox } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

/**
 * Moves a locked conversation to another inbox. Later replies are sent from there; its earlier messages keep the inbox that received or
 * sent them, whose mail goes on joining it.
 */
export async function moveToInbox(tx: Tx, c: ConversationRow, inbox_id: number): Promise<ConversationRow> {
  if (c.inbox_id === inbox_id) return c
  const inbox = mayUseInbox(tx.actor, inbox_id) ? await findInbox(tx.db, inbox_id) : undefined
  if (!inbox || inbox.deleted_at) throw invalid('inbox_id', 'This inbox doesn’t exist')
  if (!inbox.enabled) throw invalid('inbox_id', `The inbox ${inbox.name} is turned off`)
  const from = await findInbox(tx.db, c.inbox_id)
  const after = await updateConversation(tx, c, { inbox_id })
  const message_id = await insertActivity(tx, after, {
    type: 'moved_inbox',
    data: { from: from?.name ?? '', into: inbox.name },
  })
  await tx.record({
    type: 'conversation.moved_inbox',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

const findInbox = (db: Db, id: number) =>
  db.selectFrom('inboxes').select(['name', 'enabled', 'deleted_at']).where('id', '=', id).executeTakeFirst()
