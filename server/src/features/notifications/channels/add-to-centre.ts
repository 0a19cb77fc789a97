import { notificationChannels, wantsNotification } from '@parley/contract/notifications/notifications'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { recordNotificationsChanged } from '../../../notification-store/read-notifications.ts'
import type { Notice } from '../notice.ts'
import type { Recipient } from '../recipient.ts'

export type Added = { id: number; recipient: Recipient }

/**
 * Stores the notification for every recipient who wants it by any channel, and shows it to those who want it in the
 * app. Until it is read, the same kind about the same conversation is counted by one row.
 */
export async function addToCentre(
  tx: Tx,
  notice: Notice,
  recipients: readonly Recipient[],
): Promise<Added[]> {
  const wanted = recipients.filter((recipient) =>
    notificationChannels.some((channel) => wantsNotification(recipient, notice.kind, channel)),
  )
  if (wanted.length === 0) return []
  const rows = wanted.map((recipient) => ({
    ...valuesOf(tx, notice),
    agent_id: recipient.id,
    in_app: wantsNotification(recipient, notice.kind, 'app'),
    read_at: recipient.has_read ? tx.now : null,
  }))
  const stored = await ('batch' in notice && notice.batch ? addBatches(tx, rows) : addSingles(tx, rows))
  await recordNotificationsChanged(
    tx,
    rows.filter(({ in_app }) => in_app).map(({ agent_id }) => agent_id),
  )
  return stored.flatMap(({ id, agent_id }) => {
    const recipient = wanted.find((one) => one.id === agent_id)
    return recipient ? [{ id, recipient }] : []
  })
}

function valuesOf(tx: Tx, notice: Notice) {
  const batch = 'batch' in notice ? notice.batch : undefined
  return {
    kind: notice.kind,
    conversation_id: batch ? null : notice.conversation_id,
    conversation_ids: batch ? sql<number[]>`${[...batch.conversation_ids]}::bigint[]` : null,
    batch: batch?.xid ?? null,
    occurrences: batch?.conversation_ids.length ?? 1,
    message_id: notice.message_id ?? null,
    actor_kind: notice.by?.kind ?? null,
    actor_id: notice.by?.id ?? null,
    data: json('data' in notice ? notice.data : {}),
    created_at: tx.now,
    happened_at: tx.now,
  }
}

type Row = ReturnType<typeof valuesOf> & { agent_id: number; in_app: boolean; read_at: Date | null }

const addSingles = (tx: Tx, rows: Row[]) =>
  tx.db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'conversation_id', 'kind'])
        .where('read_at', 'is', null)
        .where('conversation_id', 'is not', null)
        .doUpdateSet({
          occurrences: sql`notifications.occurrences + 1`,
          in_app: sql`excluded.in_app`,
          message_id: sql`excluded.message_id`,
          actor_kind: sql`excluded.actor_kind`,
          actor_id: sql`excluded.actor_id`,
          data: sql`excluded.data`,
          happened_at: sql`excluded.happened_at`,
        }),
    )
    .returning(['id', 'agent_id'])
    .execute()

/** One transaction can be read in two parts, if it assigned very many conversations. */
const addBatches = (tx: Tx, rows: Row[]) =>
  tx.db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'kind', 'batch']).where('batch', 'is not', null).doUpdateSet({
        conversation_ids: sql`notifications.conversation_ids || excluded.conversation_ids`,
        occurrences: sql`notifications.occurrences + excluded.occurrences`,
        happened_at: sql`excluded.happened_at`,
        read_at: null,
      }),
    )
    .returning(['id', 'agent_id'])
    .execute()
