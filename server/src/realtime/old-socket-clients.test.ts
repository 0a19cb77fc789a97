import { expect, test } from 'vitest'
import { assignedOnlyPermissions, openLegacy, path, setUpRealtime, t } from './realtime-suite.ts'

setUpRealtime()

test('plain /ws sends the frames of old clients', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const [socket, stranger] = [
    await openLegacy(ana),
    await openLegacy(await t.make.agent({ permissions: assignedOnlyPermissions })),
  ]
  const browser = await t.as(ana)
  const team = await t.make.team()
  await browser.put(path(c, '/status'), { status: 'Resolved' })
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.put(path(c, '/assignee/team'), { assignee_id: team.id })
  const note = (await browser.post(path(c, '/messages'), { message: '<p>Noted</p>', private: true })).body
    .data
  const props = () =>
    socket.frames
      .filter((frame) => frame.type === 'conversation_prop_update')
      .map((frame) => [frame.data.uuid, frame.data.prop, frame.data.value])
  await socket.until((frames) => frames.some((frame) => frame.data?.uuid === note.uuid))
  await socket.until(() => props().some(([, prop]) => prop === 'assigned_team_id'))
  const now = t.clock.now().toISOString().replace('.000', '')
  for (const [prop, value] of [
    ['status', 'Resolved'],
    ['resolved_at', now],
    ['priority', 'High'],
    ['assigned_team_id', team.id],
    ['assigned_user_id', null],
  ])
    expect(props()).toContainEqual([c.uuid, prop, value])
  expect(socket.frames.findLast((frame) => frame.type === 'new_message')).toEqual({
    type: 'new_message',
    data: {
      conversation_uuid: c.uuid,
      uuid: note.uuid,
      content: 'Noted',
      created_at: now,
      private: true,
      type: 'outgoing',
      sender_type: 'agent',
    },
  })
  const types = new Set(socket.frames.map((frame) => (typeof frame === 'string' ? frame : frame.type)))
  expect([...types].sort()).toEqual(['conversation_prop_update', 'new_message', 'pong'])
  expect(stranger.frames).toEqual(['pong'])
})

test('a changed delivery is sent to old clients as the message status', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const browser = await t.as(ana)
  const reply = (await browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['a@b.test'] })).body
    .data
  await t.db.updateTable('messages').set({ status: 'failed' }).where('uuid', '=', reply.uuid).execute()
  const socket = await openLegacy(ana)
  await browser.put(path(c, `/messages/${reply.uuid}/retry`))
  await socket.until((frames) => frames.some((frame) => frame.type === 'message_prop_update'))
  expect(socket.frames.find((frame) => frame.type === 'message_prop_update').data).toEqual({
    conversation_uuid: c.uuid,
    uuid: reply.uuid,
    prop: 'status',
    value: 'pending',
  })
})
