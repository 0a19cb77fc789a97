import { expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { openSocket } from '../../../testing/web-sockets.ts'
import { purgeExpired } from '../../auth/purge-expired.ts'
import { removeUnusedUploads } from '../../media/remove-unused-uploads.ts'
import { sendDueHeld } from './send-held.ts'
import {
  bo,
  conversation,
  findHeld,
  findMessage,
  hold,
  insertUpload,
  makeConversation,
  messages,
  messagesOf,
  sam,
  sendDue,
  setUpHeldReplies,
  t,
  undo,
} from './undo-send-suite.ts'

setUpHeldReplies()

test('a held reply is visible to its author only: not in lists, messages, search, sockets or files of others', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const cookie = async (actor: Actor) => ({ cookie: `parley_session=${(await t.as(actor)).token}` })
  // Otherwise they would receive that the conversation was created.
  await waitUntilEventsReadable(t.db)
  const [boSocket, samSocket, old] = [
    await openSocket(t, '/ws?v=2', await cookie(bo)),
    await openSocket(t, '/ws?v=2', await cookie(sam)),
    await openSocket(t, '/ws', await cookie(bo)),
  ]
  const picture = async (actor: Actor) => {
    const browser = await t.as(actor)
    return Promise.all(
      [
        messages(c),
        `/api/v1/conversations/${c.uuid}`,
        `/api/v1/conversations/${c.uuid}/participants`,
        '/api/v1/conversations/all',
      ].map(async (path) => (await browser.get(path)).body.data),
    )
  }
  const before = await picture(bo)

  const { uuid, id, status, held: heldSend } = await hold(c, { attachments: [file.id] })
  expect({ id, status }).toEqual({ id: 0, status: 'pending' })
  expect(heldSend).toMatchObject({
    uuid,
    conversation_uuid: c.uuid,
    remaining_ms: 10_000,
    message: '<p>Try again</p>',
    to: ['grace@customer.test'],
    attachments: [{ id: file.id, filename: 'Plan.pdf' }],
    after: null,
  })

  expect(await picture(bo)).toEqual(before)
  expect(await conversation(c.id)).toEqual(c)
  const bosBrowser = await t.as(bo)
  expect((await bosBrowser.get(`${messages(c)}/${uuid}`)).status).toBe(404)
  expect((await bosBrowser.get('/api/v1/held-sends')).body.data).toEqual([])
  expect((await bosBrowser.get(`/uploads/${file.uuid}`)).status).toBe(404)
  expect((await undo(uuid, bo)).status).toBe(404)
  expect((await (await t.as(sam)).get('/api/v1/held-sends')).body.data).toEqual([heldSend])
  expect(await t.events(c.id)).not.toContain('message.created')

  // Her own browser windows are notified. A later event bounds the wait for what must not arrive.
  await samSocket.until((frames) => frames.some((frame) => frame.object?.lookup === 'held_sends'))
  await bosBrowser.put('/api/v1/agents/me/availability', { status: 'online' })
  await boSocket.until((frames) => frames.some((frame) => frame.object?.lookup === 'agents'))
  expect(
    boSocket.frames.filter((frame) => frame.object?.lookup === 'held_sends' || frame.object?.uuid),
  ).toEqual([])
  expect(old.frames.filter((frame) => frame.type === 'new_message')).toEqual([])
  for (const socket of [boSocket, samSocket, old]) socket.close()
  expect((await undo(uuid)).status).toBe(200)
})

test('undo returns everything that was typed, sends nothing, and frees the files for the next attempt', async () => {
  const c = await makeConversation()
  const [file, shot] = [await insertUpload(sam), await insertUpload(sam, 'shot.png')]
  const message = `<p>See <img src="/uploads/${shot.uuid}" /></p>`
  const { uuid } = await hold(c, {
    message,
    attachments: [file.id],
    cc: ['cc@customer.test'],
    bcc: ['bcc@customer.test'],
    after: { status: 'Snoozed', snoozed_until: '3h' },
  })
  const first = await undo(uuid)
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: {
        message,
        to: ['grace@customer.test'],
        cc: ['cc@customer.test'],
        bcc: ['bcc@customer.test'],
        attachments: [{ id: file.id, uuid: file.uuid }],
        after: {
          status: 'Snoozed',
          snoozed_until: new Date(t.clock.now().getTime() + 3 * 3_600_000).toISOString(),
        },
      },
    },
  })
  expect((await undo(uuid)).body.data, 'asked again, because the answer was lost').toEqual(first.body.data)
  expect((await (await t.as(sam)).get('/api/v1/held-sends')).body.data).toEqual([])
  expect((await t.jobs()).filter(({ task }) => task === 'release_send')).toHaveLength(0)

  t.clock.advance(60_000)
  await sendDue(uuid)
  expect(await findMessage(uuid)).toBeUndefined()
  expect(await conversation(c.id)).toEqual(c)

  const again = await hold(c, { message, attachments: [file.id] })
  t.clock.advance(10_000)
  await sendDue(again.uuid)
  expect(await findMessage(again.uuid)).toMatchObject({ has_attachments: true })
})

test('undo after sending is refused with a message and changes nothing', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c)
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await undo(uuid)).toMatchObject({
    status: 409,
    body: {
      error_type: 'ConflictException',
      message: 'This reply has already been sent and can’t be undone',
    },
  })
  expect(await findMessage(uuid)).toMatchObject({ status: 'pending' })
})

test('when an undo and a send compete, exactly one wins', async () => {
  let [undone, released] = [0, 0]
  for (let round = 0; round < 20; round++) {
    const c = await makeConversation()
    const { uuid } = await hold(c)
    const { id } = (await findHeld(uuid)) ?? { id: 0 }
    t.clock.advance(10_000)
    const [response] = await Promise.all([
      undo(uuid),
      ...Array.from({ length: 3 }, () => t.act(t.system, (tx) => sendDueHeld(tx, id))),
    ])
    const message = await findMessage(uuid)
    expect([response.status, message !== undefined]).toEqual(
      response.status === 200 ? [200, false] : [409, true],
    )
    if (message) released++
    else undone++
    expect((await messagesOf(c.id)).filter(({ type }) => type === 'outgoing')).toHaveLength(message ? 1 : 0)
  }
  expect(undone + released).toBe(20)
})

test('an undone reply is kept for a day, and its unused files are deleted with it', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const { uuid } = await hold(c, { attachments: [file.id] })
  await undo(uuid)
  t.clock.advance(86_400_001)
  await purgeExpired(t.db, t.clock.now())
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect((await undo(uuid)).status).toBe(404)
  expect(await t.db.selectFrom('media').select('id').where('id', '=', file.id).execute()).toEqual([])
})

test('repeating the same request holds one reply', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const send = () =>
    browser.post(
      messages(c),
      { message: '<p>Hi</p>', to: ['grace@customer.test'], undo_seconds: 10 },
      { 'idempotency-key': 'once' },
    )
  const [first, second] = [await send(), await send()]
  expect(second.body.data).toEqual(first.body.data)
  expect(
    await t.db.selectFrom('held_sends').select('id').where('conversation_id', '=', c.id).execute(),
  ).toHaveLength(1)
})

test('the undo window is a preference of the agent: 10 seconds by default, 60 at most', async () => {
  const browser = await t.as(await t.make.agent())
  const readUndoSeconds = async () => (await browser.get('/api/v1/agents/me')).body.data.undo_seconds
  expect(await readUndoSeconds()).toBe(10)
  for (const undo_seconds of [0, 30, 60]) {
    await browser.put('/api/v1/agents/me/preferences', { undo_seconds })
    expect(await readUndoSeconds()).toBe(undo_seconds)
  }
  for (const undo_seconds of [-1, 61, 1.5, 'ten'])
    expect((await browser.put('/api/v1/agents/me/preferences', { undo_seconds })).status).toBe(400)
})

test('the event of a note lists the agents it mentions; a reply contains no mention of agents', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const mention = (id: number) => `<span data-mention-type="agent" data-mention-id="${id}">@Somebody</span>`
  const message = `<p>${mention(bo.id)} ${mention(bo.id)} ${mention(t.system.id)} ${mention(999_999)} look</p>`
  const note = (await browser.post(messages(c), { message, private: true })).body.data
  expect(note.content).toContain(`data-mention-id="${bo.id}"`)
  const event = await t.db
    .selectFrom('events')
    .select('data')
    .where('message_id', '=', note.id)
    .where('type', '=', 'message.created')
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({ private: true, mentioned_agent_ids: [bo.id] })
  const reply = (await browser.post(messages(c), { message, to: ['grace@customer.test'] })).body.data
  expect(reply.content).not.toContain('mention')
})
