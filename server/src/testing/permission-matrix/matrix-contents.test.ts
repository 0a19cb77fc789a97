import { allEndpoints } from '@parley/contract/all-endpoints'
import { permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../multipart-form.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openSocket } from '../web-sockets.ts'

/** List and search endpoints, checked for what they contain rather than whether they respond. */
type ContentCase = {
  path: string
  permission: string
  extra_permissions?: string[]
}

const contentCases: Record<string, ContentCase> = {
  listAll: { path: '/api/v1/conversations/all', permission: 'conversations:read_all' },
  listAssigned: { path: '/api/v1/conversations/assigned', permission: 'conversations:read_assigned' },
  listUnassigned: { path: '/api/v1/conversations/unassigned', permission: 'conversations:read_unassigned' },
  searchConversations: {
    path: '/api/v1/conversations/search?query=zanzibar',
    permission: 'conversations:read',
    extra_permissions: ['conversations:read_assigned'],
  },
  findConversations: {
    path: '/api/v1/search/conversations?query=zanzibar',
    permission: 'conversations:read',
    extra_permissions: ['conversations:read_assigned'],
  },
  searchMessages: {
    path: '/api/v1/messages/search?query=quokka',
    permission: 'messages:read',
    extra_permissions: ['conversations:read', 'conversations:read_assigned'],
  },
  findMessages: {
    path: '/api/v1/search/messages?query=quokka',
    permission: 'messages:read',
    extra_permissions: ['conversations:read', 'conversations:read_assigned'],
  },
}
/** They only return the caller's own data, no conversations, or are ordered lists, whose tests are beside them. */
const withoutContent = new Set([
  'countLists',
  'listViews',
  'listHeldSends',
  'getUndoableAction',
  'listDrafts',
  'listDraftConversations',
  'listTrash',
  'listSpam',
  'listSnoozed',
  'listSent',
  'listScheduled',
  'listMentions',
])

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

/** A conversation of this agent and one of someone else, in two inboxes, each with an image in a note. */
async function createConversations(owner: Actor) {
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const otherAgent = await t.make.agent({ permissions })
  const open = { inbox_id: ownInbox.id, subject: 'Zanzibar within reach', assigned_user_id: owner.id }
  const closed = {
    inbox_id: otherInbox.id,
    subject: 'Zanzibar out of reach',
    assigned_user_id: otherAgent.id,
  }
  const own = await t.make.conversation(open)
  const foreign = await t.make.conversation(closed)
  const writer = await t.as(otherAgent)
  const files: Record<string, string> = {}
  for (const { uuid } of [own, foreign]) {
    const { payload, headers } = await multipartForm(
      { name: 'a.png', type: 'image/png', bytes: onePixel },
      { linked_model: 'messages' },
    )
    const media = (await writer.post('/api/v1/media', payload, headers)).body.data
    const note = { message: '<p>A quokka</p>', private: true, attachments: [media.id] }
    expect((await writer.post(`/api/v1/conversations/${uuid}/messages`, note)).status).toBe(200)
    files[uuid] = media.uuid
  }
  return {
    mine: ownInbox,
    own,
    foreign,
    file: (c: { uuid: string }) => `/uploads/${files[c.uuid]}`,
    thumb: (c: { uuid: string }) => `/uploads/thumb_${files[c.uuid]}`,
  }
}

type Conversations = Awaited<ReturnType<typeof createConversations>>
type Caller = { name: string; headers: Record<string, string> }

const bySession = async (actor: Actor): Promise<Caller['headers']> => ({
  cookie: `parley_session=${(await t.as(actor)).token}`,
})

async function byKey(actor: Actor, scope: object): Promise<Caller['headers']> {
  const admin = await t.as(await t.make.agent({ permissions }))
  const { body } = await admin.post(`/api/v1/agents/${actor.id}/api-key`, scope)
  return { authorization: `Bearer ${body.data.api_key}:${body.data.api_secret}` }
}

const status = async (url: string, headers: Caller['headers']) =>
  (await t.app.inject({ url, headers })).statusCode

test('every endpoint that lists or searches conversations and messages is covered here', () => {
  const listEndpoints = [...allEndpoints].filter(
    ([, e]) => e.method === 'GET' && !e.path.includes(':') && /^(conversations|messages):/.test(e.access),
  )
  for (const [name] of listEndpoints)
    expect(name in contentCases || withoutContent.has(name), `${name} has no row here`).toBe(true)
  for (const name of Object.keys(contentCases)) expect(allEndpoints.has(name), name).toBe(true)
})

describe.each(Object.entries(contentCases))(
  '%s returns',
  (name, { path, permission, extra_permissions = ['conversations:read'] }) => {
    const visibleContent = async (w: Conversations, headers: Caller['headers']) => {
      const reply = await t.app.inject({ url: path, headers })
      return {
        status: reply.statusCode,
        own: reply.body.includes(w.own.uuid),
        foreign: reply.body.includes(w.foreign.uuid),
      }
    }

    test('only conversations that the caller can see, and only to callers with its permission', async () => {
      const agentWithPermission = await t.make.agent({ permissions: [...extra_permissions, permission] })
      const w = await createConversations(agentWithPermission)
      const seesOwn = name !== 'listUnassigned'
      const seesAll = permission === 'conversations:read_all'
      expect(await visibleContent(w, {})).toEqual({ status: 401, own: false, foreign: false })
      const agentWithout = await bySession(await t.make.agent({ permissions: [] }))
      expect(await visibleContent(w, agentWithout)).toEqual({ status: 403, own: false, foreign: false })
      expect(await visibleContent(w, await bySession(agentWithPermission))).toEqual({
        status: 200,
        own: seesOwn,
        foreign: seesAll,
      })
      expect(await visibleContent(w, await byKey(agentWithPermission, { read_only: true }))).toEqual({
        status: 200,
        own: seesOwn,
        foreign: seesAll,
      })

      const all = await t.make.agent({ permissions })
      const others = await createConversations(all)
      const mayFind = name !== 'listAssigned' && seesOwn
      expect(await visibleContent(others, await bySession(all))).toEqual({
        status: 200,
        own: seesOwn,
        foreign: mayFind,
      })
      const limited = await byKey(all, { inbox_ids: [others.mine.id] })
      expect(await visibleContent(others, limited)).toEqual({ status: 200, own: seesOwn, foreign: false })
    })
  },
)

test('a file and its thumbnail are only for those who can read its message, by session or key', async () => {
  const reader = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read'],
  })
  const w = await createConversations(reader)
  const admin = await t.make.agent({ permissions })
  const agentWithoutMessages = await t.make.agent({
    permissions: permissions.filter((one) => one !== 'messages:read'),
  })
  const missing = '/uploads/00000000-0000-4000-8000-000000000000'
  const rows: [string, Caller['headers'], { own: number; foreign: number; missing: number }][] = [
    ['signed out', {}, { own: 401, foreign: 401, missing: 401 }],
    [
      'no rights',
      await bySession(await t.make.agent({ permissions: [] })),
      { own: 404, foreign: 404, missing: 404 },
    ],
    [
      'all but reading messages',
      await bySession(agentWithoutMessages),
      { own: 404, foreign: 404, missing: 404 },
    ],
    ['exactly the right', await bySession(reader), { own: 200, foreign: 404, missing: 404 }],
    ['a key that reads', await byKey(reader, { read_only: true }), { own: 200, foreign: 404, missing: 404 }],
    ['Admin', await bySession(admin), { own: 200, foreign: 200, missing: 404 }],
    [
      'a key for one inbox',
      await byKey(admin, { inbox_ids: [w.mine.id] }),
      { own: 200, foreign: 404, missing: 404 },
    ],
  ]
  for (const [name, headers, expected] of rows) {
    for (const path of [w.file, w.thumb])
      expect([name, await status(path(w.own), headers), await status(path(w.foreign), headers)]).toEqual([
        name,
        expected.own,
        expected.foreign,
      ])
    expect([name, await status(missing, headers)]).toEqual([name, expected.missing])
  }
})

test('a WebSocket is only open to authorised callers, and pushes only what they can see', async () => {
  const readerPermissions = ['conversations:read', 'conversations:read_assigned', 'messages:read']
  const reader = await t.make.agent({ permissions: readerPermissions })
  const w = await createConversations(reader)
  const admin = await t.make.agent({ permissions })
  const open = async (headers: Caller['headers'], path: string) => openSocket(t, path, headers)

  for (const path of ['/ws', '/ws?v=2']) {
    await expect(open({}, path)).rejects.toThrow('HTTP 401')
    await expect(open(await byKey(admin, { inbox_ids: [w.mine.id] }), path)).rejects.toThrow('HTTP 403')
    const rows: [string, Caller['headers'], { own: boolean; foreign: boolean }][] = [
      ['no rights', await bySession(await t.make.agent({ permissions: [] })), { own: false, foreign: false }],
      [
        'all but the conversations',
        await bySession(
          await t.make.agent({ permissions: permissions.filter((one) => one !== 'conversations:read') }),
        ),
        { own: false, foreign: false },
      ],
      ['exactly the right', await bySession(reader), { own: true, foreign: false }],
      ['a key that reads', await byKey(reader, { read_only: true }), { own: true, foreign: false }],
      ['Admin', await bySession(admin), { own: true, foreign: true }],
    ]
    const sockets = await Promise.all(rows.map(([, headers]) => open(headers, path)))
    // Old clients get no first frame; a pong shows that they are connected.
    for (const socket of sockets) socket.send('ping')
    await Promise.all(sockets.map((socket) => socket.until((frames) => frames.includes('pong'))))
    const controlSocket = await open(await bySession(admin), path)
    const writer = await t.as(admin)
    for (const c of [w.own, w.foreign])
      expect(
        (
          await writer.post(`/api/v1/conversations/${c.uuid}/messages`, {
            message: '<p>Heard</p>',
            private: true,
          })
        ).status,
      ).toBe(200)
    // A batch goes to all sockets of the node at once: when the last event has reached one, it has reached all.
    await controlSocket.until((frames) => JSON.stringify(frames).includes(w.foreign.uuid))
    await Promise.all(
      sockets.map(async (socket) => {
        const pongs = socket.frames.filter((frame) => frame === 'pong').length
        socket.send('ping')
        await socket.until((frames) => frames.filter((frame) => frame === 'pong').length > pongs)
      }),
    )
    rows.forEach(([name, , expected], n) => {
      const text = JSON.stringify(sockets[n]?.frames)
      expect([
        name,
        path,
        { own: text.includes(w.own.uuid), foreign: text.includes(w.foreign.uuid) },
      ]).toEqual([name, path, expected])
    })
    for (const socket of [...sockets, controlSocket]) socket.close()
  }
})

test('an export contains nothing that its reader cannot read', async () => {
  const exports = [...allEndpoints].filter(([, e]) => e.raw_media_type === 'text/csv')
  expect(exports.map(([name]) => name).sort()).toEqual(['exportActivityLogs', 'reportCsv'])
  // Reports only contain conversations that their reader can see (tested with the drill-down). The log contains no conversations, and all
  // its readers may see what administrators do.
  const reader = await t.make.agent({ permissions: ['activity_logs:manage'] })
  await createConversations(reader)
  const csv = await t.app.inject({ url: '/api/v1/activity-logs/export', headers: await bySession(reader) })
  expect(csv.statusCode).toBe(200)
  expect(csv.body).not.toContain('Zanzibar')
  const limited = await byKey(await t.make.agent({ permissions }), { inbox_ids: [(await t.make.inbox()).id] })
  expect(await status('/api/v1/activity-logs/export', limited)).toBe(403)
  const read_only = await byKey(reader, { read_only: true })
  expect(await status('/api/v1/activity-logs/export', read_only)).toBe(200)
})
