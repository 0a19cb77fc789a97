import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { agentRolePermissions } from '../../../first-start.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendDueScheduled } from './send-scheduled.ts'

export let t: TestApp
export let sending: TestSending
export let sam: Actor
export let bo: Actor

const hourMs = 3_600_000

export const makeConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await sending.inbox()).id, email: 'grace@customer.test', ...more })

export const messagesPath = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}/messages`
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

export const findMessage = (uuid: string) =>
  t.db.selectFrom('messages').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const conversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function runJob(uuid: string) {
  const row = await findRow(uuid)
  if (row) await t.act(t.system, (tx) => sendDueScheduled(tx, row.id))
}

export const jobsOf = async (uuid: string) => {
  const row = await findRow(uuid)
  return (await t.jobs()).filter(({ key }) => key === `send_scheduled_reply:${row?.id}`)
}

export async function insertUpload(actor: Actor, filename = 'Plan.pdf') {
  return t.db
    .insertInto('media')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      filename,
      content_type: 'application/pdf',
      size: 3,
      content_hash: await t.files.media.put(Buffer.from(`PDF ${Math.random()}`)),
      model_type: 'messages',
      uploaded_by_id: actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
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

export function setUpScheduledReplies() {
  beforeAll(async () => {
    t = await startTestApp()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    sending = await startTestSending(t)
    sam = await t.make.agent({ first_name: 'Sam' })
    bo = await t.make.agent({ first_name: 'Bo' })
  })
  afterAll(async () => {
    await sending.stop()
    await t.stop()
  })
  afterEach(() => {
    sending.sink.mails.length = 0
  })
}
