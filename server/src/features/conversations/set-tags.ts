import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

/**
 * Replaces the tags by name; unknown names are ignored (docs/spec/wire.md#changing-a-conversation). Each added or removed tag gets a timeline
 * line.
 */
export async function setTags(tx: Tx, c: ConversationRow, names: string[]): Promise<ConversationRow> {
  const requested = await tx.db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where((eb) =>
      eb(eb.fn('lower', ['name']), 'in', ['', ...names.map((name) => name.trim().toLowerCase())]),
    )
    .orderBy('name')
    .execute()
  const current = await tx.db
    .selectFrom('conversation_tags as ct')
    .innerJoin('tags as t', 't.id', 'ct.tag_id')
    .select(['t.id', 't.name'])
    .where('ct.conversation_id', '=', c.id)
    .orderBy('t.name')
    .execute()
  const added = requested.filter((tag) => !current.some(({ id }) => id === tag.id))
  const removed = current.filter((tag) => !requested.some(({ id }) => id === tag.id))
  if (added.length === 0 && removed.length === 0) return c

  if (added.length > 0)
    await tx.db
      .insertInto('conversation_tags')
      .values(added.map((tag) => ({ conversation_id: c.id, tag_id: tag.id })))
      .execute()
  if (removed.length > 0)
    await tx.db
      .deleteFrom('conversation_tags')
      .where('conversation_id', '=', c.id)
      .where(
        'tag_id',
        'in',
        removed.map((tag) => tag.id),
      )
      .execute()
  const after = await updateConversation(tx, c, {})
  const message_ids: number[] = []
  for (const tag of added)
    message_ids.push(await insertActivity(tx, after, { type: 'tag_added', data: { tag: tag.name } }))
  for (const tag of removed)
    message_ids.push(await insertActivity(tx, after, { type: 'tag_removed', data: { tag: tag.name } }))
  await tx.record({
    type: 'conversation.tags_changed',
    conversation: { before: c, after },
    message_ids: message_ids,
    changes: { tags: [current.map((tag) => tag.name), requested.map((tag) => tag.name)] },
    data: { added: added.map((tag) => tag.id), removed: removed.map((tag) => tag.id) },
  })
  return after
}
