import { hiddenRefusal } from '@parley/contract/conversations/hidden-conversations'
import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import { assertPermission, maySee } from '../../conversation-access.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { accessKeys, type ConversationRow } from '../../spine/record-event.ts'
import { setStatus } from '../conversations/set-status.ts'
import { parseSnoozeTime } from '../conversations/snooze-time.ts'
import { insertActivity } from '../conversations/timeline/insert-message.ts'
import { applyMessageMacros, type MessageMacro } from '../macros/message-macros.ts'

/** What else happens when a reply is sent that waited: nobody is there to see an error. */
export type FollowUps = {
  macros: readonly MessageMacro[]
  status_id: number | null
  /** An instant, or a duration or instant as text. */
  snoozed_until: Date | string | null
}

/** Macros run before the status the author chose, because setting the status assigns an unassigned conversation. */
export async function applyFollowUps(
  tx: Tx,
  conversation_id: number,
  { macros, status_id, snoozed_until }: FollowUps,
): Promise<void> {
  const conversation = await reloadConversation(tx, conversation_id)
  const isOpenToAuthor = conversation.deleted_at === null && maySee(tx.actor, accessKeys(conversation))
  const c = await applyMessageMacros(
    tx,
    conversation,
    macros,
    isOpenToAuthor ? null : notFound('Conversation').message,
  )
  const status = status_id === null ? null : await findStatus(tx, status_id)
  if (!status) return
  const hidden = hiddenRefusal(c)
  if (hidden) return recordStatusRefusal(tx, c, { status: status.name, reason: hidden })
  try {
    assertPermission(tx, 'conversations:update_status')
    await setStatus(tx, c, {
      status: status.name,
      snoozed_until:
        typeof snoozed_until === 'string' ? parseSnoozeTime(snoozed_until, tx.now) : snoozed_until,
    })
  } catch (error) {
    // Refused before anything was written, because the conversation changed in the meantime. The reply is sent
    // anyway.
    if (!(error instanceof AppError)) throw error
    await recordStatusRefusal(tx, c, { status: status.name, reason: error.message })
  }
}

/** An agent who has left since is still the author but may change nothing else. */
export const departedAuthor = (agent_id: number): Actor => ({
  kind: 'agent',
  id: agent_id,
  permissions: new Set(),
  team_ids: [],
  is_admin: false,
})

/** The sender may have moved on to another conversation, so the timeline tells everyone. */
async function recordStatusRefusal(tx: Tx, c: ConversationRow, data: { status: string; reason: string }) {
  const message_id = await insertActivity(tx, c, { type: 'status_refused', data })
  await tx.record({
    type: 'conversation.status_refused',
    conversation: { before: c, after: c },
    message_ids: [message_id],
  })
}

const reloadConversation = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const findStatus = (tx: Tx, id: number): Promise<Pick<Selectable<DB['statuses']>, 'name'> | undefined> =>
  tx.db.selectFrom('statuses').select('name').where('id', '=', id).executeTakeFirst()
