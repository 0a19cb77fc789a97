import { sql } from 'kysely'
import { getVisible } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import {
  readNotificationsOf,
  recordNotificationsChanged,
} from '../../../notification-store/read-notifications.ts'
import { accessibleNotifications } from './list-notifications.ts'

export async function markRead(tx: Tx, uuid: string): Promise<void> {
  const row = await lockAccessible(tx, uuid)
  if (row.read_at !== null) return
  await tx.db.updateTable('notifications').set({ read_at: tx.now }).where('id', '=', row.id).execute()
  await recordNotificationsChanged(tx, [tx.actor.id])
}

/** If the same happened again since, that notification is unread already. */
export async function markUnread(tx: Tx, uuid: string): Promise<void> {
  const { id } = await lockAccessible(tx, uuid)
  const changed = await tx.db
    .updateTable('notifications as n')
    .set({ read_at: null })
    .where('n.id', '=', id)
    .where('n.read_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select from notifications o where o.agent_id = n.agent_id
        and o.conversation_id = n.conversation_id and o.kind = n.kind and o.read_at is null)`,
    )
    .returning('n.id')
    .executeTakeFirst()
  if (changed) await recordNotificationsChanged(tx, [tx.actor.id])
}

type Scope = { conversation_uuid?: string | null | undefined; until?: string | null | undefined }

/** Marks all of the agent's notifications as read that they have access to, or those of a conversation. */
export async function markAllRead(tx: Tx, { conversation_uuid, until }: Scope): Promise<void> {
  const end = until ? new Date(until) : tx.now
  if (conversation_uuid)
    return readNotificationsOf(tx, (await getVisible(tx.db, tx.actor, conversation_uuid)).id, end)
  const read = await tx.db
    .updateTable('notifications')
    .set({ read_at: tx.now })
    .where('id', 'in', accessibleNotifications(tx.actor))
    .where('read_at', 'is', null)
    .where('happened_at', '<=', end)
    .returning('id')
    .execute()
  if (read.length > 0) await recordNotificationsChanged(tx, [tx.actor.id])
}

async function lockAccessible(tx: Tx, uuid: string) {
  const row = await tx.db
    .selectFrom('notifications')
    .select(['id', 'read_at'])
    .where('uuid', '=', uuid)
    .where('id', 'in', accessibleNotifications(tx.actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Notification')
  return row
}
