import { permissions } from '@parley/contract/roles/permissions'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import {
  assignedOnlyPermissions,
  barrier,
  openCurrent,
  openLegacy,
  setUpRealtime,
  t,
} from '../../realtime/realtime-suite.ts'

setUpRealtime()

let ana: Actor
let bo: Actor
beforeAll(async () => {
  ana = await t.make.agent({ first_name: 'Ana', permissions })
  bo = await t.make.agent({ first_name: 'Bo', permissions })
})

const path = (key: string) => `/api/v1/drafts/${key}`
const save = async (actor: Actor, key: string, base_revision: number, html: string, client_id = 'tab') =>
  (await t.as(actor)).put(path(key), { base_revision, client_id, content: { html } })
const framesOf = (socket: { frames: { type: string }[] }, ...types: string[]) =>
  socket.frames.filter(({ type }) => types.includes(type))

test('colleagues learn who has a draft, and nothing else', async () => {
  const c = await t.make.conversation()
  const stranger = await t.make.agent({ permissions: assignedOnlyPermissions })
  const sockets = [await openCurrent(ana), await openCurrent(bo), await openCurrent(stranger)] as const
  const [anaSocket, boSocket, strangerSocket] = sockets
  // The creation of the conversation, of which legacy clients receive a frame, has been sent by then.
  await barrier(...sockets)
  const legacy = await openLegacy(bo)
  const key = `reply.${c.uuid}`
  await save(ana, key, 0, '<p>secret words</p>')
  await save(ana, key, 1, '<p>secret words and more</p>', 'other')
  await anaSocket.until((frames) => frames.filter(({ type }) => type === 'draft.changed').length === 2)
  const drafting = async () =>
    (await (await t.as(bo)).get(`/api/v1/conversations/${c.uuid}`)).body.data.drafting
  expect(await drafting()).toEqual([ana.id])
  expect((await (await t.as(bo)).get('/api/v1/conversations/all')).body.data.results[0].drafting).toEqual([
    ana.id,
  ])
  await (await t.as(ana)).del(path(key))
  await barrier(...sockets)
  // Starting a draft is an event and edits are signals, so they may overtake each other: clients go by the revision.
  const changes = framesOf(anaSocket, 'draft.changed').map(
    (frame) => (frame as unknown as { object: { revision: number } }).object,
  )
  expect(changes.toSorted((a, b) => a.revision - b.revision)).toEqual([
    { key, revision: 1, client_id: 'tab' },
    { key, revision: 2, client_id: 'other' },
    { key, revision: 3, client_id: '' },
  ])
  expect(
    framesOf(boSocket, 'draft.changed', 'conversation.drafting').map((frame) => ({ ...frame, event_id: '' })),
  ).toEqual([
    {
      type: 'conversation.drafting',
      event_id: '',
      version: c.version,
      object: { uuid: c.uuid, agent_ids: expect.any(Array) },
    },
    {
      type: 'conversation.drafting',
      event_id: '',
      version: c.version,
      object: { uuid: c.uuid, agent_ids: [] },
    },
  ])
  expect(framesOf(strangerSocket, 'draft.changed', 'conversation.drafting')).toEqual([])
  expect(JSON.stringify([boSocket.frames, strangerSocket.frames, legacy.frames])).not.toContain('secret')
  expect(legacy.frames.filter((frame) => frame !== 'pong')).toEqual([])
  expect(await drafting()).toEqual([])
})

test('a frame of an edit repeats the position of the client, so that it misses nothing when it reconnects', async () => {
  const c = await t.make.conversation()
  const key = `note.${c.uuid}`
  await save(ana, key, 0, '<p>a</p>')
  const socket = await openCurrent(ana)
  await barrier(socket)
  await save(ana, key, 1, '<p>b</p>')
  const isEdit = (frame: { type: string; object?: object }) =>
    frame.type === 'draft.changed' && (frame.object as { revision?: number }).revision === 2
  await socket.until((frames) => frames.some(isEdit))
  const at = socket.frames.findIndex(isEdit)
  expect(socket.frames[at]?.event_id).toBe(socket.frames[at - 1]?.event_id)
})

test('nobody reads the drafts of someone else, not even an administrator', async () => {
  const c = await t.make.conversation()
  await save(ana, `reply.${c.uuid}`, 0, '<p>Mine</p>')
  await save(ana, 'new', 0, '<p>Mine as well</p>')
  const browser = await t.as(bo)
  expect((await browser.get('/api/v1/drafts')).body.data).toEqual([])
  for (const key of [`reply.${c.uuid}`, 'new'])
    expect((await browser.get(path(key))).body.data).toMatchObject({ revision: 0, content: null })
})

test('a draft needs the permission to send it and access to its conversation, and returns with them', async () => {
  const team = await t.make.team()
  const agent = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:write'],
  })
  const c = await t.make.conversation({ assigned_user_id: agent.id, assigned_team_id: team.id })
  const key = `reply.${c.uuid}`
  expect((await save(agent, key, 0, '<p>Hello</p>')).status).toBe(200)
  expect((await save(agent, 'new', 0, '<p>Hello</p>')).status, 'not allowed to start conversations').toBe(403)
  const assign = (assigned_user_id: number) =>
    t.db.updateTable('conversations').set({ assigned_user_id }).where('id', '=', c.id).execute()
  await assign(bo.id)
  const browser = await t.as(agent)
  expect((await save(agent, key, 1, '<p>Hello again</p>')).status).toBe(404)
  expect((await browser.get(path(key))).status).toBe(404)
  expect((await browser.get('/api/v1/drafts')).body.data).toEqual([])
  await assign(agent.id)
  expect((await browser.get('/api/v1/drafts')).body.data).toMatchObject([{ key, revision: 1 }])
  const reader = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] })
  expect((await save(reader, key, 0, '<p>Hello</p>')).status).toBe(403)
})

test('an API key limited to some inboxes has the drafts of these inboxes only', async () => {
  const [inbox, other] = [await t.make.inbox(), await t.make.inbox()]
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const [inside, outside] = [
    await t.make.conversation({ inbox_id: inbox.id }),
    await t.make.conversation({ inbox_id: other.id }),
  ]
  for (const key of [`reply.${inside.uuid}`, `reply.${outside.uuid}`, 'new'])
    await save(agent, key, 0, '<p>Hi</p>')
  const created = await (await t.as(agent)).post(`/api/v1/agents/${agent.id}/api-key`, {
    inbox_ids: [inbox.id],
  })
  const { api_key, api_secret } = created.body.data
  const call = (url: string) =>
    t.send({ method: 'GET', url, headers: { authorization: `token ${api_key}:${api_secret}` } })
  expect((await call('/api/v1/drafts')).body.data.map(({ key }: { key: string }) => key)).toEqual([
    `reply.${inside.uuid}`,
  ])
  expect((await call(path(`reply.${outside.uuid}`))).status).toBe(404)
  expect((await call(path('new'))).status).toBe(403)
})
