import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { wakeConversation } from '../wake-conversation.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const admin = async () => t.as(await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions }))
type Browser = Awaited<ReturnType<typeof admin>>

const isListed = async (browser: Browser, c: { uuid: string }) =>
  (await browser.get('/api/v1/conversations/all?page_size=100')).body.data.results.some(
    ({ uuid }: { uuid: string }) => uuid === c.uuid,
  )
const newestLine = async (browser: Browser, c: { uuid: string }) =>
  (await browser.get(path(c, '/messages'))).body.data.results[0]
const rowOf = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a conversation moves to the trash and comes back as it was, with a line in the timeline each time', async () => {
  const browser = await admin()
  const c = await t.make.conversation({ subject: 'Xylophone' })
  await browser.put(path(c, '/priority'), { priority: 'High' })
  const before = (await browser.get(path(c))).body.data

  expect(await browser.del(path(c))).toMatchObject({ status: 200, body: { data: true } })
  expect(await isListed(browser, c)).toBe(false)
  expect((await browser.get('/api/v1/conversations/search?query=Xylophone')).body.data).toEqual([])
  expect((await browser.get(path(c))).body.data).toMatchObject({
    trashed_at: t.clock.now().toISOString(),
    trash_reason: 'deleted',
    version: before.version + 1,
  })
  expect(await newestLine(browser, c)).toMatchObject({
    content: expect.stringMatching(/^Ana .*moved this to the trash$/),
    activity: { type: 'trashed' },
  })

  expect((await browser.post(path(c, '/restore'))).status).toBe(200)
  expect(await isListed(browser, c)).toBe(true)
  expect((await browser.get('/api/v1/conversations/search?query=Xylophone')).body.data).toHaveLength(1)
  const { version, updated_at, ...rest } = before
  expect((await browser.get(path(c))).body.data).toMatchObject({
    ...rest,
    trashed_at: null,
    trash_reason: null,
  })
  expect((await newestLine(browser, c)).activity).toEqual({ type: 'restored', data: {} })
  expect((await t.events(c.id)).slice(-2)).toEqual(['conversation.trashed', 'conversation.restored'])
})

test('without permission to delete, a conversation in the trash doesn’t exist', async () => {
  const [browser, agent] = [await admin(), await t.as(await t.make.agent())]
  const c = await t.make.conversation()
  expect((await agent.del(path(c))).status).toBe(403)
  await browser.del(path(c))
  for (const rest of ['', '/messages', '/participants', '/events'])
    expect([rest, (await agent.get(path(c, rest))).status]).toEqual([rest, 404])
  expect((await agent.put(path(c, '/priority'), { priority: 'High' })).status).toBe(404)
  for (const rest of ['', '/messages', '/participants', '/events'])
    expect([rest, (await browser.get(path(c, rest))).status]).toEqual([rest, 200])
})

test('permission to delete doesn’t show conversations that the agent can’t see otherwise', async () => {
  const browser = await admin()
  const permissions = [
    'conversations:read',
    'conversations:read_assigned',
    'conversations:delete',
    'messages:read',
  ]
  const outsider = await t.as(await t.make.agent({ permissions }))
  const c = await t.make.conversation()
  expect((await outsider.del(path(c))).status).toBe(404)
  await browser.del(path(c))
  expect((await outsider.get(path(c))).status).toBe(404)
  expect((await outsider.post(path(c, '/restore'))).status).toBe(404)
  expect((await rowOf(c.id)).deleted_at).not.toBeNull()
})

test('a conversation in the trash can’t be changed, and a refusal leaves no trace', async () => {
  const browser = await admin()
  const [deleted, spam] = [await t.make.conversation(), await t.make.conversation()]
  await browser.del(path(deleted))
  await browser.post(path(spam, '/spam'))
  const before = [await t.events(deleted.id), await rowOf(deleted.id)]
  const agent_id = (await t.make.agent()).id
  const changes = (c: { uuid: string }) => [
    browser.put(path(c, '/priority'), { priority: 'High' }),
    browser.put(path(c, '/status'), { status: 'Closed' }),
    browser.put(path(c, '/assignee/user'), { assignee_id: agent_id }),
    browser.post(path(c, '/tags'), { tags: [] }),
    browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['grace@customer.test'] }),
    browser.post(path(c, '/messages'), { message: '<p>Hi</p>', private: true }),
    browser.put(path(c, '/sla'), { sla_policy_id: null }),
  ]
  for (const answer of await Promise.all(changes(deleted)))
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'This conversation is in the trash. Restore it to change it' },
    })
  for (const answer of await Promise.all(changes(spam)))
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('in spam') } })
  expect([await t.events(deleted.id), await rowOf(deleted.id)]).toEqual(before)
})

test('two agents who delete at once, and repeated calls, make one change', async () => {
  const [one, two] = [await admin(), await admin()]
  const c = await t.make.conversation()
  const answers = await Promise.all([one.del(path(c)), two.del(path(c)), one.del(path(c))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all([one.post(path(c, '/restore')), two.post(path(c, '/restore'))])
  expect((await t.events(c.id)).filter((type) => !type.endsWith('.created'))).toEqual([
    'conversation.trashed',
    'conversation.restored',
  ])
})

test('spam is trash with another reason, and “not spam” restores it or confirms that it belongs in the lists', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  await browser.post(path(c, '/spam'))
  expect((await browser.get(path(c))).body.data).toMatchObject({ trash_reason: 'spam' })
  expect((await newestLine(browser, c)).content).toMatch(/ moved this to spam$/)
  await browser.post(path(c, '/not-spam'))
  expect((await browser.get(path(c))).body.data).toMatchObject({ trashed_at: null, trash_reason: null })
  await browser.post(path(c, '/not-spam'))
  await browser.del(path(c))
  const { deleted_at } = await rowOf(c.id)
  expect(await browser.post(path(c, '/not-spam'))).toMatchObject({
    status: 409,
    body: { message: 'This conversation is in the trash, not in spam. Restore it instead' },
  })
  t.clock.advance(60_000)
  // A deleted conversation turns out to be spam; the day on which it is deleted permanently stays.
  await browser.post(path(c, '/spam'))
  expect(await rowOf(c.id)).toMatchObject({ deleted_at, trash_reason: 'spam' })
  expect((await t.events(c.id)).filter((type) => !type.endsWith('.created'))).toEqual([
    'conversation.marked_spam',
    'conversation.marked_not_spam',
    'conversation.marked_not_spam',
    'conversation.trashed',
    'conversation.marked_spam',
  ])
})

test('several conversations move at once, each on its own, and agents without the permission are refused', async () => {
  const browser = await admin()
  const all = [await t.make.conversation(), await t.make.conversation()]
  const uuids = all.map(({ uuid }) => uuid)
  const run = (who: Browser, type: string) =>
    who.post('/api/v1/conversations/bulk', { uuids, action: { type } })
  expect((await run(await t.as(await t.make.agent()), 'trash')).status).toBe(403)
  for (const [type, reason] of [
    ['trash', 'deleted'],
    ['restore', null],
    ['mark_spam', 'spam'],
    ['mark_not_spam', null],
  ] as const) {
    const answer = await run(browser, type)
    expect(answer.body.data).toEqual(uuids.map((uuid) => ({ uuid, ok: true, reason: null })))
    for (const { id } of all) expect((await rowOf(id)).trash_reason).toBe(reason)
  }
})

test('a snooze that ends in the trash ends when the conversation is restored', async () => {
  const browser = await admin()
  const c = await t.make.conversation()
  await browser.put(path(c, '/status'), { status: 'Snoozed', snoozed_until: '1h' })
  await browser.del(path(c))
  t.clock.advance(2 * 3_600_000)
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await rowOf(c.id)).status_category).toBe('waiting')
  await t.pool.query('delete from graphile_worker._private_jobs')
  await browser.post(path(c, '/restore'))
  expect(await t.jobs()).toContainEqual(expect.objectContaining({ key: `wake_conversation:${c.id}` }))
  await t.act(t.system, (tx) => wakeConversation(tx, c.id))
  expect((await rowOf(c.id)).status_category).toBe('open')
})

test('the conversations of an agent who is deleted are unassigned in the trash, too', async () => {
  const browser = await admin()
  const leaver = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: leaver.id })
  await browser.del(path(c))
  expect((await browser.del(`/api/v1/agents/${leaver.id}`)).status).toBe(200)
  await browser.post(path(c, '/restore'))
  expect((await browser.get(path(c))).body.data.assigned_user_id).toBeNull()
})

test('the trash and spam list what is there and what the agent could see, the latest first', async () => {
  const browser = await admin()
  const [mine, foreign] = [await t.make.inbox(), await t.make.inbox()]
  const all = [
    await t.make.conversation({ inbox_id: mine.id }),
    await t.make.conversation({ inbox_id: mine.id }),
    await t.make.conversation({ inbox_id: foreign.id }),
    await t.make.conversation({ inbox_id: mine.id }),
  ]
  const uuids = all.map(({ uuid }) => uuid)
  for (const [n, uuid] of uuids.entries()) {
    t.clock.advance(1000)
    if (n < 3) await browser.del(path({ uuid }))
    else await browser.post(path({ uuid }, '/spam'))
  }
  const list = async (name: string, headers = {}, who = browser) =>
    (await who.get(`/api/v1/conversations/${name}`, undefined, headers)).body.data.results
      .map(({ uuid }: { uuid: string }) => uuids.indexOf(uuid))
      .filter((n: number) => n >= 0)
  expect(await list('trash')).toEqual([2, 1, 0])
  expect(await list('spam')).toEqual([3])
  const scope = { inbox_ids: [mine.id] }
  const keyed = await t.make.agent({ permissions: t.make.allPermissions })
  const key = (await browser.post(`/api/v1/agents/${keyed.id}/api-key`, scope)).body.data
  const authorization = `Bearer ${key.api_key}:${key.api_secret}`
  const limited = await t.send({
    method: 'GET',
    url: '/api/v1/conversations/trash',
    headers: { authorization },
  })
  const limitedUuids = limited.body.data.results.map(({ uuid }: { uuid: string }) => uuid)
  expect(limitedUuids).toContain(uuids[0])
  expect(limitedUuids).not.toContain(uuids[2])
  expect((await (await t.as(await t.make.agent())).get('/api/v1/conversations/trash')).status).toBe(403)
})

const undo = (browser: Browser) => browser.post('/api/v1/undo', {})

test('undo takes back each move, and names who came in between', async () => {
  const [browser, other] = [
    await admin(),
    await t.as(await t.make.agent({ first_name: 'Bo', permissions: t.make.allPermissions })),
  ]
  const c = await t.make.conversation()
  const reason = async () => (await rowOf(c.id)).trash_reason
  await browser.del(path(c))
  t.clock.advance(1000)
  await browser.post(path(c, '/spam'))
  t.clock.advance(1000)
  expect(await reason()).toBe('spam')
  expect((await undo(browser)).body.data).toMatchObject({ kind: 'spam', outcomes: [{ ok: true }] })
  expect(await reason()).toBe('deleted')
  expect((await undo(browser)).body.data).toMatchObject({ kind: 'trash', outcomes: [{ ok: true }] })
  expect((await rowOf(c.id)).deleted_at).toBeNull()
  t.clock.advance(1000)
  await browser.post(path(c, '/spam'))
  t.clock.advance(1000)
  await browser.post(path(c, '/not-spam'))
  expect((await undo(browser)).body.data).toMatchObject({ kind: 'not_spam', outcomes: [{ ok: true }] })
  expect(await reason()).toBe('spam')
  t.clock.advance(1000)
  await other.post(path(c, '/restore'))
  expect((await undo(browser)).body.data.outcomes).toEqual([
    expect.objectContaining({ ok: false, reason: expect.stringMatching(/^Bo .*restored it since$/) }),
  ])
})
