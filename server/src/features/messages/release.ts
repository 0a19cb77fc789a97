import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { AppError, notFound, refused } from '../../http/errors.ts'
import { accessKeys, type ConversationRow } from '../../spine/record.ts'
import { actorOfAgent } from '../auth/load-actor.ts'
import { maySee, mustHave } from '../conversations/access.ts'
import { setStatus } from '../conversations/set-status.ts'
import { applyChosen } from '../macros/chosen.ts'
import { type HeldRow, heldWithin, readMacros, releaseJobKey, tellHolder } from './hold.ts'
import { insertActivity } from './insert.ts'
import { queueReply } from './send.ts'
import { startHeld } from './start-held.ts'

/** Job, at the end of the undo window. A job that comes early, twice or after an undo does nothing. */
export async function releaseDue(tx: Tx, id: number): Promise<void> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('id', '=', id)
    .where('held_until', '<=', tx.now)
    .executeTakeFirst()
  if (held) await release(tx, held)
}

/** Does not wait for the end of the window, because the author says so. */
export async function sendNow(tx: Tx, uuid: string): Promise<void> {
  const held = await findOwnHeld(tx, uuid)
  if (held.undone_at) throw refused('This reply was taken back; it is in the composer')
  if (!(await release(tx, held))) throw refused('This reply was sent or taken back a moment ago')
}

/** The author's own held reply, also one that was taken back; 409 in words when it is sent, 404 when it never was. */
export async function findOwnHeld(tx: Tx, uuid: string): Promise<HeldRow> {
  const held = await tx.db
    .selectFrom('held_sends')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('agent_id', '=', tx.actor.id)
    .where(heldWithin(tx.actor))
    .executeTakeFirst()
  if (held) return held
  const sent = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', uuid)
    .where('sender_id', '=', tx.actor.id)
    .executeTakeFirst()
  throw sent ? refused('This reply was sent already and cannot be taken back') : notFound('Held reply')
}

/** It becomes a message as if it were sent this moment, by its author, and all that waited with it is done. False when an undo was faster. */
async function release(tx: Tx, { id, conversation_id }: HeldRow): Promise<boolean> {
  // Conversation first, as everywhere. Also in the trash: what was sent is sent.
  const c = conversation_id === null ? null : await lock(tx, conversation_id)
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
  const asAuthor = tx.as(await authorOf(tx, held))
  const { history, ...rest } = held
  const reply = {
    ...rest,
    ...(history === 'all' && { history: 'all' as const }),
    message: held.content,
    ...cleanOf(held),
    attachments: files.filter(({ uuid }) => !held.content.includes(uuid)).map((file) => file.id),
    written: { uuid: held.uuid, at: held.created_at },
  }
  if (c) {
    const message = await queueReply(asAuthor, c, reply)
    await follow(asAuthor, message.conversation_id, held)
  } else await startHeld(asAuthor, held, reply)
  await tellHolder(tx, held)
  return true
}

/** It was cleaned when it was held. */
const cleanOf = ({ content, text_content }: HeldRow) =>
  text_content === null ? {} : { clean: { content, text_content } }

const lock = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** An agent who has left meanwhile still wrote it, but changes nothing else. */
const authorOf = async (tx: Tx, { agent_id }: HeldRow): Promise<Actor> =>
  (await actorOfAgent(tx.db, agent_id)) ?? {
    kind: 'agent',
    id: agent_id,
    permissions: new Set(),
    team_ids: [],
    is_admin: false,
  }

/** What macros do comes before the status that was pressed last, which assigns what nobody has. */
async function follow(tx: Tx, conversation_id: number, held: HeldRow): Promise<void> {
  const sent = await reread(tx, conversation_id)
  const isOpenToAuthor = sent.deleted_at === null && maySee(tx.actor, accessKeys(sent))
  const c = await applyChosen(
    tx,
    sent,
    readMacros(held),
    isOpenToAuthor ? null : notFound('Conversation').message,
  )
  const status = held.after_status_id === null ? null : await statusOf(tx, held.after_status_id)
  if (!status) return
  try {
    mustHave(tx, 'conversations:update_status')
    await setStatus(tx, c, { status: status.name, snoozed_until: held.after_snoozed_until })
  } catch (error) {
    // Refused before anything was written: the conversation changed within the window. The reply goes all the same.
    if (!(error instanceof AppError)) throw error
    await tellRefusal(tx, c, { status: status.name, reason: error.message })
  }
}

/** Whoever sent it may have gone on to another conversation; the timeline tells them and everybody else. */
async function tellRefusal(tx: Tx, c: ConversationRow, data: { status: string; reason: string }) {
  const line = await insertActivity(tx, c, { type: 'status_refused', data })
  await tx.record({
    type: 'conversation.status_refused',
    conversation: { before: c, after: c },
    message_ids: [line],
  })
}

const reread = (tx: Tx, id: number): Promise<ConversationRow> =>
  tx.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const statusOf = (tx: Tx, id: number): Promise<Pick<Selectable<DB['statuses']>, 'name'> | undefined> =>
  tx.db.selectFrom('statuses').select('name').where('id', '=', id).executeTakeFirst()
