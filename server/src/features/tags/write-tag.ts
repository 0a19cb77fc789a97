import type { Tx } from '../../db/transaction.ts'
import { type TagRow, tagEntity } from './tags.ts'

export const createTag = (tx: Tx, values: { name: string }): Promise<TagRow> => tagEntity.create(tx, values)

/** Conversations with the tag show the new name immediately. */
export async function updateTag(tx: Tx, id: number, changes: { name?: string }): Promise<TagRow> {
  const before = await tagEntity.lock(tx, id)
  return tagEntity.update(tx, before, changes)
}

/**
 * Removes the tag from its conversations without timeline lines, because nobody made a decision about a single one. The
 * event records how many there were.
 */
export async function deleteTag(tx: Tx, id: number): Promise<void> {
  const before = await tagEntity.lockExclusively(tx, id)
  const { conversations } = await tx.db
    .selectFrom('conversation_tags')
    .select((eb) => eb.fn.countAll<number>().as('conversations'))
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  await tagEntity.delete(tx, before, { data: { conversations } })
}
