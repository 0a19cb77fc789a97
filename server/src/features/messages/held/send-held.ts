import type { Actor } from '../../../actor.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import { lockWithRoot } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { assignToReplier } from '../assign-to-replier.ts'
import { applyFollowUps, departedAuthor } from '../follow-ups.ts'
import { queueReply } from '../send-message.ts'
import { sendHeldSide } from '../side-threads/send-held-side.ts'
import {
  type HeldSendRow,
  heldMacros,
  heldWithinInboxScope,
  recordHeldSendsChanged,
  releaseJobKey,
} from './hold-reply.ts'
import { startHeldConversation } from './start-held-conversation.ts'

/** Job that runs when the undo window ends. Does nothing if it runs early, twice or after an undo. */
export async function sendDueHeld(tx: Tx, id: number): Promise<void> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('id', '=', id)
    .where('held_until', '<=', tx.now)
    .executeTakeFirst()
  if (held) await sendHeld(tx, held)
}

/** Sends before the window ends, because the author asked to. */
export async function sendHeldNow(tx: Tx, uuid: string): Promise<void> {
  const held = await getOwnHeld(tx, uuid)
  if (held.undone_at) throw conflict('Sending was undone; the reply is in the composer')
  if (!(await sendHeld(tx, held))) throw conflict('This reply was just sent or undone')
}

/**
 * The author's own held reply, including one that was undone. Throws 409 if it was sent already, 404 if it never
 * existed.
 */
export async function getOwnHeld(tx: Tx, uuid: string): Promise<HeldSendRow> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .where(heldWithinInboxScope(tx.actor))
    .executeTakeFirst()
  if (held) return held
  const sentMessage = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', uuid)
    .where('sender_id', '=', tx.actor.id)
    .executeTakeFirst()
  throw sentMessage
    ? conflict('This reply has already been sent and can’t be undone')
    : notFound('Held reply')
}

/**
 * Turns the held reply into a message sent now by its author, and applies the macros and status held with it. Returns
 * false if an undo came first.
 */
async function sendHeld(tx: Tx, { id, conversation_id }: HeldSendRow): Promise<boolean> {
  // Lock the conversation first, as everywhere. Also in the trash: what was sent is sent.
  const c = conversation_id === null ? null : await lockConversation(tx, conversation_id)
  // Undo and send compete for this row: the first one wins, and the other finds nothing.
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
    const message = (await sendHeldSide(asAuthor, c, held, reply)) ?? (await queueReply(asAuthor, c, reply))
    if (!message.private) await assignToReplier(asAuthor, message.conversation_id)
    await applyFollowUps(asAuthor, message.conversation_id, {
      macros: heldMacros(held),
      status_id: held.after_status_id,
      snoozed_until: held.after_snoozed_until,
    })
  } else await startHeldConversation(asAuthor, held, reply)
  await recordHeldSendsChanged(tx, held)
  return true
}

/** The content was sanitised when it was held. */
const cleanContentOf = ({ content, text_content }: HeldSendRow) =>
  text_content === null ? {} : { clean: { content, text_content } }

/** Where the conversation is answered: it may have been merged during the undo window. */
async function lockConversation(tx: Tx, id: number): Promise<ConversationRow> {
  const merged = await lockWithRoot(tx, id)
  if (!merged) throw notFound('Conversation')
  return merged.root
}

/** An agent who has left since is still the author. */
const authorOf = async (tx: Tx, { agent_id }: HeldSendRow): Promise<Actor> =>
  (await findActorByAgentId(tx.db, agent_id)) ?? departedAuthor(agent_id)
