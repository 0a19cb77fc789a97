import type { Actor } from '../../../actor.ts'
import { agentRolePermissions } from '../../../first-start.ts'
import { messagesPath, sam, setUpReplies, t } from '../reply-suite.ts'
import { sendDueScheduled } from './send-scheduled.ts'

export {
  bo,
  conversation,
  findMessage,
  insertUpload,
  makeConversation,
  messagesPath,
  sam,
  sending,
  t,
} from '../reply-suite.ts'

const hourMs = 3_600_000

const repliesPath = (c: { uuid: string }, reply?: { uuid: string }, verb = '') =>
  `/api/v1/conversations/${c.uuid}/scheduled-replies${reply ? `/${reply.uuid}` : ''}${verb && `/${verb}`}`

export const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * hourMs).toISOString()

/** The response to a reply of Sam's that is sent in an hour. */
export const postReply = async (c: { uuid: string }, body: object = {}, actor: Actor = sam) =>
  (await t.as(actor)).post(messagesPath(c), {
    message: '<p>Try again</p>',
    to: ['Grace@customer.test'],
    send_at: inHours(1),
    ...body,
  })

export async function schedule(c: { uuid: string }, body: object = {}, actor: Actor = sam) {
  const response = await postReply(c, body, actor)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.data.scheduled
}

export const listReplies = async (c: { uuid: string }, actor: Actor = sam) =>
  (await (await t.as(actor)).get(repliesPath(c))).body.data

export const changeReply = async (
  c: { uuid: string },
  reply: { uuid: string },
  body: object,
  actor: Actor = sam,
) => (await t.as(actor)).put(repliesPath(c, reply), body)

export const cancelReply = async (c: { uuid: string }, reply: { uuid: string }, actor: Actor = sam) =>
  (await t.as(actor)).put(repliesPath(c, reply, 'cancel'))

export const sendNow = async (c: { uuid: string }, reply: { uuid: string }, actor: Actor = sam) =>
  (await t.as(actor)).put(repliesPath(c, reply, 'send'))

/** The customer writes, through another channel. */
export async function writeAsCustomer(c: { uuid: string }) {
  const agent = await t.make.agent({ permissions: [...agentRolePermissions, 'messages:write_as_contact'] })
  const response = await (await t.as(agent)).post(messagesPath(c), {
    message: '<p>One more thing</p>',
    sender_type: 'contact',
  })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
}

export const findRow = (uuid: string) =>
  t.db.selectFrom('scheduled_replies').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export async function runJob(uuid: string) {
  const row = await findRow(uuid)
  if (row) await t.act(t.system, (tx) => sendDueScheduled(tx, row.id))
}

export const jobsOf = async (uuid: string) => {
  const row = await findRow(uuid)
  return (await t.jobs()).filter(({ key }) => key === `send_scheduled_reply:${row?.id}`)
}

/** The kinds of activity line in the timeline, oldest first. */
export const activityOf = async (conversation_id: number) =>
  (
    await t.db
      .selectFrom('messages')
      .select('activity')
      .where('conversation_id', '=', conversation_id)
      .where('type', '=', 'activity')
      .orderBy('id')
      .execute()
  ).map(({ activity }) => (activity as { type: string }).type)

export const setUpScheduledReplies = setUpReplies
