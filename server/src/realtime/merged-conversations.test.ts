import { expect, test } from 'vitest'
import {
  assignedOnlyPermissions,
  barrier,
  framesAbout,
  openCurrent,
  openLegacy,
  path,
  setUpRealtime,
  t,
} from './realtime-suite.ts'

setUpRealtime()

const merge = async (c: { uuid: string }, into: { uuid: string }) =>
  (await t.as(await t.make.agent({ permissions: t.make.allPermissions }))).post(path(c, '/merge'), {
    into: into.uuid,
  })
const unmerge = async (c: { uuid: string }) =>
  (await t.as(await t.make.agent({ permissions: t.make.allPermissions }))).post(path(c, '/unmerge'), {})

test('a merged conversation disappears for everyone who saw it, and its target changes', async () => {
  const [c, target] = [await t.make.conversation(), await t.make.conversation()]
  const socket = await openCurrent(await t.make.agent())
  await merge(c, target)
  await socket.until((frames) => framesAbout(frames, target).length >= 2)
  await barrier(socket)
  expect(framesAbout(socket.frames, c).map(({ type }) => type)).toEqual(['conversation.gone'])
  expect(framesAbout(socket.frames, target)).toMatchObject([
    { type: 'conversation.changed', object: { unread_counter: 2 } },
    { type: 'message.created', object: { activity: { type: 'conversation_merged' } } },
  ])
})

test('what happens to a message of a merged conversation is shown in the target, to whoever may see that', async () => {
  const [owner, other] = [
    await t.make.agent({ permissions: assignedOnlyPermissions }),
    await t.make.agent({ permissions: assignedOnlyPermissions }),
  ]
  const c = await t.make.conversation({ assigned_user_id: other.id })
  const target = await t.make.conversation({ assigned_user_id: owner.id })
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const reply = await admin.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['x@customer.test'] })
  await t.db
    .updateTable('messages')
    .set({ status: 'failed' })
    .where('uuid', '=', reply.body.data.uuid)
    .execute()
  await merge(c, target)
  const [ownerSocket, otherSocket, legacy] = [
    await openCurrent(owner),
    await openCurrent(other),
    await openLegacy(owner),
  ]
  await barrier(ownerSocket, otherSocket)
  const seen = ownerSocket.frames.length

  await t.act(t.system, async (tx) => {
    const rows = await tx.db.selectFrom('conversations').selectAll().where('id', '=', c.id).execute()
    const [row] = rows
    if (!row) return
    const message_ids = [reply.body.data.id as number]
    await tx.record({ type: 'message.changed', conversation: { before: row, after: row }, message_ids })
  })
  await barrier(ownerSocket, otherSocket)
  expect(framesAbout(ownerSocket.frames.slice(seen), target)).toMatchObject([
    { type: 'conversation.changed', object: { uuid: target.uuid } },
    { type: 'message.changed', object: { uuid: reply.body.data.uuid, conversation_uuid: target.uuid } },
  ])
  expect(framesAbout(otherSocket.frames, target)).toEqual([])
  expect(legacy.frames).toContainEqual({
    type: 'message_prop_update',
    data: expect.objectContaining({ conversation_uuid: target.uuid, uuid: reply.body.data.uuid }),
  })
})

test('an agent who has read a merged conversation and can’t see its target gets no frames about that', async () => {
  const [owner, other] = [
    await t.make.agent({ permissions: assignedOnlyPermissions }),
    await t.make.agent({ permissions: assignedOnlyPermissions }),
  ]
  const c = await t.make.conversation({ assigned_user_id: owner.id })
  const target = await t.make.conversation({ assigned_user_id: other.id })
  for (const [agent, own] of [
    [owner, c],
    [other, target],
  ] as const)
    await (await t.as(agent)).put(path(own, '/last-seen'))
  const [ownerSocket, otherSocket] = [await openCurrent(owner), await openCurrent(other)]
  await merge(c, target)
  await barrier(ownerSocket, otherSocket)
  await unmerge(c)
  await barrier(ownerSocket, otherSocket)
  expect(framesAbout(ownerSocket.frames, target)).toEqual([])
  expect(
    framesAbout(otherSocket.frames, target).filter(({ type }) => type === 'conversation.seen'),
  ).toMatchObject([{ object: { unread_message_count: 0 } }])
})

test('an unmerged conversation appears again', async () => {
  const [c, target] = [await t.make.conversation(), await t.make.conversation()]
  await merge(c, target)
  const socket = await openCurrent(await t.make.agent())
  await unmerge(c)
  await socket.until((frames) => framesAbout(frames, c).length >= 2)
  expect(framesAbout(socket.frames, c)).toMatchObject([
    { type: 'conversation.changed', object: { uuid: c.uuid } },
    { type: 'message.created', object: { activity: { type: 'unmerged_from' } } },
  ])
})

test('a browser that missed the merge gets the messages of both in the target, and no lines of the merged one', async () => {
  const [c, target] = [await t.make.conversation(), await t.make.conversation()]
  const agent = await t.make.agent()
  const first = await openCurrent(agent)
  const cursor = (first.frames[0] as { event_id: string }).event_id
  first.close()
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await admin.put(path(c, '/priority'), { priority: 'High' })
  await admin.post(path(c, '/messages'), { message: '<p>Noted</p>', private: true })
  await merge(c, target)
  const socket = await openCurrent(agent, cursor)
  await socket.until((frames) => framesAbout(frames, target).length >= 2)
  await barrier(socket)
  const messages = framesAbout(socket.frames, target).filter(({ type }) => type === 'message.created')
  expect(
    messages.map(({ object }) => (object.activity as { type: string } | null)?.type ?? object.text_content),
  ).toEqual(['Noted', 'conversation_merged'])
  expect(framesAbout(socket.frames, c).map(({ type }) => type)).toEqual(['conversation.gone'])
})
