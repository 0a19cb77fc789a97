import type { MergeSide } from '@parley/contract/conversations/merge-conversations'
import { maySee } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import { lockInOrder } from '../../../merged-conversations.ts'
import { accessKeys, type ConversationRow } from '../../../spine/record-event.ts'

/** What the refusals need to know about a conversation. */
export async function mergeSideOf(tx: Tx, c: ConversationRow): Promise<MergeSide> {
  const { uuid, reference_number, merge_root_id, deleted_at } = c
  const merged_into =
    merge_root_id === null
      ? null
      : await tx.db
          .selectFrom('conversations')
          .select('reference_number')
          .where('id', '=', merge_root_id)
          .executeTakeFirstOrThrow()
  return { uuid, reference_number, merged_into, in_trash: deleted_at !== null && merged_into === null }
}

/**
 * The conversations with these uuids that the actor may see, locked in id order, whether or not they are in the lists.
 * Throws 404 if one of them is missing.
 */
export async function lockReadable(tx: Tx, uuids: readonly string[]): Promise<ConversationRow[]> {
  const ids = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('uuid', 'in', [...new Set(uuids)])
    .execute()
  const rows =
    ids.length === 0
      ? []
      : await lockInOrder(
          tx,
          ids.map(({ id }) => id),
        )
  const readable: ConversationRow[] = []
  for (const uuid of uuids) {
    const row = rows.find((one) => one.uuid === uuid)
    if (!row || !(await mayRead(tx, row))) throw notFound('Conversation')
    readable.push(row)
  }
  return readable
}

/** A merged conversation is as visible as the one that it is read in. */
async function mayRead(tx: Tx, c: ConversationRow): Promise<boolean> {
  const isTrashed = c.deleted_at !== null && c.merge_root_id === null
  if (isTrashed && !tx.actor.permissions.has('conversations:delete')) return false
  if (c.merge_root_id === null) return maySee(tx.actor, accessKeys(c))
  const root = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', c.merge_root_id)
    .executeTakeFirstOrThrow()
  return maySee(tx.actor, accessKeys(root))
}
