import type { Selectable } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { AppError, conflict, notFound } from '../../../http/errors.ts'
import { accessKeys, type ConversationRow } from '../../../spine/record-event.ts'
import { findActorByAgentId } from '../../auth/load-actor.ts'
import { assertPermission, maySee } from '../../conversations/access.ts'
import { setStatus } from '../../conversations/set-status.ts'
import { applyMessageMacros } from '../../macros/message-macros.ts'
import { insertActivity } from '../insert-message.ts'
import { queueReply } from '../send-message.ts'
import {
  type HeldSendRow,
  heldMacros,
  heldWithinInboxScope,
  recordHeldSendsChanged,
  releaseJobKey,
} from './hold-reply.ts'
import { startHeldConversation } from './start-held-conversation.ts'

/** Job, at the end of the undo window. A job that comes early, twice or after an undo does nothing. */
export async function sendDueHeld(tx: Tx, id: number): Promise<void> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('id', '=', id)
    .where('held_until', '<=', tx.now)
    .executeTakeFirst()
  if (held) await sendHeld(tx, held)
}

/** Does not wait for the end of the window, because the author says so. */
export async function sendHeldNow(tx: Tx, uuid: string): Promise<void> {
  const held = await getOwnHeld(tx, uuid)
  if (held.undone_at) throw conflict('Sending was undone; the reply is in the composer')
  if (!(await sendHeld(tx, held))) throw conflict('This reply was just sent or undone')
}

/** The author's own held reply, also one that was taken back; 409 in words when it is sent, 404 when it never was. */
export async function getOwnHeld(tx: Tx, uuid: string): Promise<HeldSendRow> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .where(heldWithinInboxScope(tx.actor))
    .executeTakeFirst()
  if (held) return held
  const sent = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', uuid)
    .where('sender_id', '=', tx.actor.id)
    .executeTakeFirst()
  throw sent ? conflict('This reply has already been sent and can’t be undone') : notFound('Held reply')
}

/** It becomes a message as if it were sent this moment, by its author, and all that waited with it is done. False when an undo was faster. */
async function sendHeld(tx: Tx, { id, conversation_id }: HeldSendRow): Promise<boolean> {
  // Conversation first, as everywhere. Also in the trash: what was sent is sent.
  const c = conversation_id === null ? null : await lockConversation(tx, conversation_id)
  // Whoever changes this row first, undo or release, wins; the other finds nothing.
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  const files = await tx.db
    .updateTable('media')
    .set({ held_send_id: null })
    .where('held_send_id', '=', id)
    .returning(['id', 'uuid'])
    .execute()
  await tx.db.deleteFrom('held_sends').where('id', '=', id).execute()
  await tx.dequeue(releaseJobKey(id))
  const asAuthor = tx.withActor(await authorOf(tx, held))
  const { history, ...rest } = held
  const reply = {
    ...rest,
    ...(history === 'all' && { history: 'all' as const }),
    message: held.content,
    ...cleanContentOf(held),
    attachments: files.filter(({ uuid }) => !held.content.includes(uuid)).map((file) => file.id),
    written: { uuid: held.uuid, at: held.created_at },
  }
  if (c) {
    const message = await queueReply(asAuthor, c, reply)
    await applyFollowUps(asAuthor, message.conversation_id, held)
  } else await startHeldConversation(asAuthor, held, reply)
  await recordHeldSendsChanged(tx, held)
  return true
}

/** It was cleaned when it was held. */
const cleanContentOf = ({ content, text_content }: HeldSendRow) =>
  text_content === null ? {} : { clean: { content, text_content } }

const lockConversation = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** An agent who has left meanwhile still wrote it, but changes nothing else. */
const authorOf = async (tx: Tx, { agent_id }: HeldSendRow): Promise<Actor> =>
  (await findActorByAgentId(tx.db, agent_id)) ?? {
    kind: 'agent',
    id: agent_id,
    permissions: new Set(),
    team_ids: [],
    is_admin: false,
  }

/** What macros do comes before the status that was pressed last, which assigns what nobody has. */
async function applyFollowUps(tx: Tx, conversation_id: number, held: HeldSendRow): Promise<void> {
  const sent = await reloadConversation(tx, conversation_id)
  const isOpenToAuthor = sent.deleted_at === null && maySee(tx.actor, accessKeys(sent))
  const c = await applyMessageMacros(
    tx,
    sent,
    heldMacros(held),
    isOpenToAuthor ? null : notFound('Conversation').message,
  )
  const status = held.after_status_id === null ? null : await findStatus(tx, held.after_status_id)
  if (!status) return
  try {
    assertPermission(tx, 'conversations:update_status')
    await setStatus(tx, c, { status: status.name, snoozed_until: held.after_snoozed_until })
  } catch (error) {
    // Refused before anything was written: the conversation changed within the window. The reply goes all the same.
    if (!(error instanceof AppError)) throw error
    await recordStatusRefusal(tx, c, { status: status.name, reason: error.message })
  }
}

/** Whoever sent it may have gone on to another conversation; the timeline tells them and everybody else. */
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
