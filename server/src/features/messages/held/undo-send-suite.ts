import type { Actor } from '../../../actor.ts'
import { messagesPath as messages, sam, setUpReplies, t } from '../reply-suite.ts'
import { sendDueHeld } from './send-held.ts'

export {
  bo,
  conversation,
  findMessage,
  insertUpload,
  makeConversation,
  sam,
  sending,
  t,
} from '../reply-suite.ts'
export { messages }

/** A reply of Sam's that can be undone for ten seconds. */
export async function hold(c: { uuid: string }, body: object = {}) {
  const response = await (await t.as(sam)).post(messages(c), {
    message: '<p>Try again</p>',
    to: ['Grace@customer.test'],
    undo_seconds: 10,
    ...body,
  })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.data
}

export const findHeld = async (uuid: string) =>
  t.db.selectFrom('held_sends').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const undo = async (uuid: string, actor: Actor = sam) =>
  (await t.as(actor)).put(`/api/v1/held-sends/${uuid}/undo`)

export async function sendDue(uuid: string) {
  const row = await findHeld(uuid)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}

export const messagesOf = (conversation_id: number) =>
  t.db.selectFrom('messages').selectAll().where('conversation_id', '=', conversation_id).execute()

export const setUpHeldReplies = setUpReplies
