import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'

/** By name; null removes the priority. Refuses an unknown name (quirk Q16). */
export async function setPriority(tx: Tx, c: ConversationRow, name: string | null): Promise<ConversationRow> {
  const priority =
    name === null
      ? null
      : await tx.db
          .selectFrom('priorities')
          .select(['id', 'name'])
          .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
          .executeTakeFirst()
  if (priority === undefined) throw invalid('priority', `There is no priority "${name}"`)
  if (c.priority_id === (priority?.id ?? null)) return c

  const after = await updateConversation(tx, c, { priority_id: priority?.id ?? null })
  const message_id = await insertActivity(
    tx,
    after,
    priority
      ? { type: 'priority_changed', data: { priority: priority.name } }
      : { type: 'priority_removed', data: {} },
  )
  await tx.record({
    type: 'conversation.priority_changed',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}
