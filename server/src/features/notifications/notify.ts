import { isFirstEmailKind, wantsNotification } from '@parley/contract/notifications/notifications'
import { maySee } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { loadActorsByAgentId } from '../../identity/load-actor.ts'
import { accessKeys } from '../../spine/record-event.ts'
import { addToCentre } from './channels/add-to-centre.ts'
import { enqueuePushes } from './channels/enqueue-pushes.ts'
import { queueEmails } from './channels/queue-emails.ts'
import type { Notice } from './notice.ts'
import type { Recipient } from './recipient.ts'

/**
 * The one decision who is notified of what: in the app, by push and by email, after this transaction. Agents are not
 * notified of their own actions, nor by a channel that they turned off for this kind. The app shows only what an agent
 * still has access to; for pushes and emails this is checked again when they are sent.
 */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const recipients = await listRecipients(tx, notice)
  if (recipients.length === 0) return
  const added = await addToCentre(
    tx,
    notice,
    recipients.filter(({ sees }) => sees),
  )
  await enqueuePushes(
    tx,
    added.filter(({ recipient }) => !recipient.has_read && wantsNotification(recipient, notice.kind, 'push')),
  )
  await queueEmails(
    tx,
    notice,
    recipients.filter(
      (recipient) =>
        wantsNotification(recipient, notice.kind, 'email') &&
        // The first kinds are dropped with a reason when they are sent.
        (recipient.sees || isFirstEmailKind(notice.kind)),
    ),
  )
}

/** The agents who can sign in and didn't cause it themselves. */
async function listRecipients(
  tx: Tx,
  { agent_ids, by, conversation_id, at = tx.now }: Notice,
): Promise<Recipient[]> {
  const isSelf = (id: number) => id === tx.actor.id || (by?.kind === 'agent' && id === by.id)
  const others = [...new Set(agent_ids)].filter((id) => !isSelf(id))
  const actors = await loadActorsByAgentId(tx.db, others)
  if (actors.size === 0) return []
  const c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const rows = await tx.db
    .selectFrom('agents as a')
    .leftJoin('conversation_seen as s', (join) =>
      join.onRef('s.agent_id', '=', 'a.id').on('s.conversation_id', '=', conversation_id),
    )
    .select(['a.id', 'a.muted_notifications', 'a.muted_channels', 's.seen_at'])
    .where('a.id', 'in', [...actors.keys()])
    .orderBy('a.id')
    .execute()
  return rows.flatMap(({ seen_at, ...row }) => {
    const actor = actors.get(row.id)
    const has_read = seen_at !== null && seen_at > at
    return actor ? [{ ...row, actor, has_read, sees: c !== undefined && maySee(actor, accessKeys(c)) }] : []
  })
}
