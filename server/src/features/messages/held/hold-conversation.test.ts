import { permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import { sendDueHeld } from './send-held.ts'

let t: TestApp
let sending: TestSending
let sam: Actor
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  sending = await startTestSending(t)
  inbox_id = (await sending.inbox()).id
  sam = await t.make.agent({ first_name: 'Sam', permissions })
})
afterAll(async () => {
  await sending.stop()
  await t.stop()
})

let count = 0
const requestBody = (more: object = {}) => ({
  inbox_id,
  contact_email: `New${++count}@Customer.test`,
  first_name: 'Newt',
  last_name: 'Early',
  subject: `Held subject ${count}`,
  content: '<p>Hello there</p>',
  undo_seconds: 10,
  ...more,
})
const hold = async (more: object = {}, actor: Actor = sam) =>
  (await t.as(actor)).post('/api/v1/held-sends', requestBody(more))
async function sendDue(uuid: string) {
  const row = await t.db.selectFrom('held_sends').select('id').where('uuid', '=', uuid).executeTakeFirst()
  t.clock.advance(10_000)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}
const findConversation = (uuid: string) =>
  t.db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).executeTakeFirst()
const tableCounts = async () =>
  Promise.all(
    (['conversations', 'contacts', 'messages'] as const).map(
      async (table) =>
        (
          await t.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
    ),
  )
async function upload(actor: Actor) {
  return t.db
    .insertInto('media')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      filename: 'Plan.pdf',
      content_type: 'application/pdf',
      size: 3,
      content_hash: await t.files.media.put(Buffer.from(`PDF ${Math.random()}`)),
      model_type: 'messages',
      uploaded_by_id: actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

test('during the window neither contact nor conversation exists, and undo returns everything that was typed', async () => {
  const file = await upload(sam)
  const team = await t.make.team()
  const before = await tableCounts()
  const response = await hold({ attachments: [file.id], team_id: team.id, agent_id: sam.id })
  expect(response).toMatchObject({
    status: 200,
    body: {
      data: {
        remaining_ms: 10_000,
        message: '<p>Hello there</p>',
        to: [`new${count}@customer.test`],
        attachments: [{ id: file.id }],
        macros: [],
        start: {
          inbox_id,
          contact_email: `new${count}@customer.test`,
          first_name: 'Newt',
          last_name: 'Early',
          subject: `Held subject ${count}`,
          team_id: team.id,
          agent_id: sam.id,
        },
      },
    },
  })
  const own = response.body.data
  expect((await (await t.as(sam)).get('/api/v1/held-sends')).body.data).toEqual([own])
  expect(await tableCounts()).toEqual(before)
  expect((await (await t.as(sam)).get(`/api/v1/conversations/${own.conversation_uuid}`)).status).toBe(404)

  const undone = await (await t.as(sam)).put(`/api/v1/held-sends/${own.uuid}/undo`)
  expect(undone.body.data).toEqual(own)
  await sendDue(own.uuid)
  expect(await tableCounts()).toEqual(before)
  // The same file can be sent with the next attempt.
  expect((await hold({ attachments: [file.id] })).status).toBe(200)
})

test('when the window ends the conversation starts as if sent now: contact, mail, team, agent, macros', async () => {
  const file = await upload(sam)
  const team = await t.make.team()
  const ben = await t.make.agent()
  const { id: macro } = await t.db
    .insertInto('macros')
    .values({ name: 'Welcome', created_at: t.clock.now(), updated_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { uuid, conversation_uuid, created_at } = (
    await hold({
      attachments: [file.id],
      team_id: team.id,
      agent_id: ben.id,
      macros: [{ id: macro, actions: [{ type: 'set_priority', value: ['3'] }] }],
    })
  ).body.data
  await sendDue(uuid)
  const c = await findConversation(conversation_uuid)
  expect(c).toMatchObject({
    subject: `Held subject ${count}`,
    created_at: t.clock.now(),
    assigned_team_id: team.id,
    assigned_user_id: ben.id,
    priority_id: 3,
    origin: 'ui',
    last_message: 'Hello there',
  })
  const message = await t.db
    .selectFrom('messages')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow()
  expect(message).toMatchObject({ sender_id: sam.id, written_at: new Date(created_at), status: 'pending' })
  await deliverMessage(sending.deps, message.id)
  expect(sending.sink.mails.at(-1)?.raw.toString()).toContain('Plan.pdf')
  const contact = await t.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', c?.contact_id ?? 0)
    .executeTakeFirstOrThrow()
  expect(contact).toMatchObject({ email: `new${count}@customer.test`, first_name: 'Newt' })
  expect(await t.events(c?.id)).toEqual([
    'conversation.created',
    'message.created',
    'conversation.team_assigned',
    'conversation.user_assigned',
    'conversation.macro_applied',
    'conversation.priority_changed',
    // Its email was accepted.
    'message.changed',
  ])
})

test('when an undo and a send compete, exactly one wins', async () => {
  for (let round = 0; round < 10; round++) {
    const { uuid, conversation_uuid } = (await hold()).body.data
    const { id } = await t.db
      .selectFrom('held_sends')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    t.clock.advance(10_000)
    const [response] = await Promise.all([
      (await t.as(sam)).put(`/api/v1/held-sends/${uuid}/undo`),
      ...Array.from({ length: 3 }, () => t.act(t.system, (tx) => sendDueHeld(tx, id))),
    ])
    const c = await findConversation(conversation_uuid)
    expect([response.status, c !== undefined]).toEqual(response.status === 200 ? [200, false] : [409, true])
  }
})

test('an agent who left and an inbox that was disabled during the window do not stop it from being sent', async () => {
  const disabledAgent = await t.make.agent({ first_name: 'Gone' })
  const { uuid, conversation_uuid } = (await hold({ agent_id: disabledAgent.id })).body.data
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabledAgent.id).execute()
  await t.db.updateTable('inboxes').set({ enabled: false }).execute()
  await sendDue(uuid)
  await t.db.updateTable('inboxes').set({ enabled: true }).execute()
  const c = await findConversation(conversation_uuid)
  expect(c).toMatchObject({ assigned_user_id: null, last_message: 'Hello there' })
  const [line] = (await (await t.as(sam)).get(`/api/v1/conversations/${conversation_uuid}/messages`)).body
    .data.results
  expect(line.activity).toEqual({
    type: 'action_refused',
    data: {
      macro: null,
      action: 'assign_user',
      what: 'Gone',
      reason: 'Gone is disabled and can’t be assigned',
    },
  })
})

test('everything that can be refused is refused when send is pressed and leaves no trace', async () => {
  const browser = await t.as(sam)
  const blocked = requestBody()
  await t.db
    .insertInto('contacts')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      email: blocked.contact_email.toLowerCase(),
      first_name: 'B',
      last_name: '',
      enabled: false,
    })
    .execute()
  const before = await tableCounts()
  for (const [invalid, path] of [
    [blocked, 'contact_email'],
    [{ inbox_id: 999_999 }, 'inbox_id'],
    [{ agent_id: 999_999 }, 'agent_id'],
    [{ team_id: 999_999 }, 'team_id'],
    [{ content: '<p> </p>' }, 'content'],
    [{ undo_seconds: 0 }, 'undo_seconds'],
    [{ macros: [{ id: 999_999, actions: [{ type: 'set_priority', value: ['3'] }] }] }, 'macros.0.id'],
  ] as const)
    expect(await browser.post('/api/v1/held-sends', requestBody(invalid))).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    })
  const withoutPermission = await t.make.agent({ permissions: ['conversations:write'] })
  expect(await hold({}, withoutPermission)).toMatchObject({ status: 403 })
  expect(await tableCounts()).toEqual(before)
})

test('repeating the same request holds one conversation', async () => {
  const browser = await t.as(sam)
  const body = requestBody()
  const send = () => browser.post('/api/v1/held-sends', body, { 'idempotency-key': 'held once' })
  const [first, second] = await Promise.all([send(), send()])
  expect(second.body.data).toEqual(first.body.data)
})
