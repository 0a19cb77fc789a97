import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestEngines } from '../../testing/test-engines.ts'
import { cleanComment } from './answer-survey.ts'
import { surveyDelayMs } from './csat-consumer.ts'

let t: TestApp
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
let agent_id: number
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  engines = startTestEngines(t)
  const agent = await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions })
  agent_id = agent.id
  admin = await t.as(agent)
  inbox_id = (await t.make.inbox()).id
  await setSurveysEnabled(true)
  await engines.settle()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
})

const setSurveysEnabled = (csat_enabled: boolean) =>
  t.db.updateTable('inboxes').set({ csat_enabled }).where('id', '=', inbox_id).execute()
const path = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}`
const set = (c: { uuid: string }, status: string) => admin.put(`${path(c)}/status`, { status })
const uuidsOf = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('csat_surveys')
      .select('uuid')
      .where('conversation_id', '=', c.id)
      .orderBy('id')
      .execute()
  ).map(({ uuid }) => uuid)
const resolved = async (more: { subject?: string } = {}) => {
  const c = await t.make.conversation({ inbox_id, ...more })
  await set(c, 'Resolved')
  await engines.advance(surveyDelayMs)
  const [uuid] = await uuidsOf(c)
  if (!uuid) throw new Error('No survey was sent')
  return { c, uuid }
}
const open = (uuid: string, query = '') => t.app.inject({ url: `/csat/${uuid}${query}` })
const answer = (uuid: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/csat/${uuid}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const listed = async (c: { uuid: string }) => (await admin.get(`${path(c)}/csat`)).body.data
const facts = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('events')
      .select(['type', 'data', 'actor_kind'])
      .where('conversation_id', '=', c.id)
      .where('type', '=', 'csat.answered')
      .orderBy('id')
      .execute()
  ).map(({ data, actor_kind }) => ({ ...(data as object), actor_kind }))

test('a moment after the resolution the customer is surveyed, with the reason in the timeline', async () => {
  const c = await t.make.conversation({ inbox_id })
  await set(c, 'Resolved')
  await engines.advance(surveyDelayMs - 1)
  expect(await uuidsOf(c)).toEqual([])
  await engines.advance(1)
  expect(await uuidsOf(c)).toHaveLength(1)
  const { results } = (await admin.get(`${path(c)}/messages`)).body.data
  expect(results[0]).toMatchObject({
    activity: { type: 'csat_sent', why: { by: 'csat', inbox: expect.stringMatching(/^Inbox/) } },
  })
  expect(await listed(c)).toMatchObject([{ rating: null, agent_id, agent: 'Ana', team: null }])
  await set(c, 'Closed')
  await engines.advance(surveyDelayMs)
  expect(await uuidsOf(c)).toHaveLength(1)
})

test('no survey is sent after a quick reopen, nor when the inbox has surveys disabled', async () => {
  const opened = await t.make.conversation({ inbox_id })
  await set(opened, 'Resolved')
  await engines.advance(surveyDelayMs / 2)
  await set(opened, 'Open')
  await engines.advance(surveyDelayMs)
  expect(await uuidsOf(opened)).toEqual([])

  const late = await t.make.conversation({ inbox_id })
  await set(late, 'Resolved')
  await engines.settle()
  await setSurveysEnabled(false)
  await engines.advance(surveyDelayMs)
  const never = await t.make.conversation({ inbox_id })
  await set(never, 'Resolved')
  await engines.advance(surveyDelayMs)
  expect([...(await uuidsOf(late)), ...(await uuidsOf(never))]).toEqual([])
  expect((await t.jobs()).filter(({ key }) => key?.startsWith('send_survey'))).toEqual([])
  await setSurveysEnabled(true)
})

test('processing a batch of events again sends no second survey; resolving again after a reopen does', async () => {
  const { c } = await resolved()
  await t.db.deleteFrom('event_consumers').where('name', '=', 'csat').execute()
  await sql`insert into event_consumers (name, xid, id, updated_at) values ('csat', '0', 0, ${t.clock.now()})`.execute(
    t.db,
  )
  await engines.advance(surveyDelayMs)
  expect(await uuidsOf(c)).toHaveLength(1)
  await set(c, 'Open')
  await set(c, 'Resolved')
  await engines.advance(surveyDelayMs)
  expect(await uuidsOf(c)).toHaveLength(2)
})

test('the page works without scripts, preselects nothing on its own, and opening a link saves nothing', async () => {
  const { c, uuid } = await resolved({ subject: '<b>Broken & bent</b>' })
  const page = await open(uuid)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img/,
  )
  expect(page.headers['content-security-policy']).not.toContain('script')
  expect(page.headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(page.body).not.toMatch(/<script| checked>/)
  expect(page.body).toContain('&#60;b&#62;Broken &#38; bent')
  const clicked = await open(uuid, '?rating=4')
  expect(clicked.body).toMatch(/value="4" required checked/)
  expect(await listed(c)).toMatchObject([{ rating: null, answered_at: null }])
})

test('an answer is saved without cookies, agents and the assignee are notified, and its comment is stored in one place', async () => {
  const { c, uuid } = await resolved()
  const thanks = await answer(uuid, { rating: '5', feedback: ' Quick & kind <3\r\nThanks! ' })
  expect(thanks.statusCode).toBe(200)
  expect(thanks.body).toContain('Quick &#38; kind &#60;3\nThanks!')
  expect(await listed(c)).toMatchObject([
    {
      rating: 5,
      comment: 'Quick & kind <3\nThanks!',
      answered_at: t.clock.now().toISOString(),
      changed_at: null,
    },
  ])
  expect(await facts(c)).toMatchObject([
    { rating: 5, previous_rating: null, agent_id, inbox_id, has_comment: true, actor_kind: 'contact' },
  ])
  const spine = await t.db.selectFrom('events').selectAll().where('conversation_id', '=', c.id).execute()
  expect(JSON.stringify(spine)).not.toContain('Quick')
  const { results } = (await admin.get(`${path(c)}/messages`)).body.data
  expect(results[0]).toMatchObject({
    sender_type: 'contact',
    activity: { type: 'csat_answered', data: { rating: 5 } },
  })
  const mails = await t.db
    .selectFrom('system_mails')
    .select(['template', 'agent_id'])
    .where('conversation_id', '=', c.id)
    .execute()
  expect(mails).toContainEqual({ template: 'CSAT answered', agent_id })
  expect((await open(uuid)).body).toContain('Change your answer')
})

test('for a day the customer may change the answer; after that it is final', async () => {
  const { c, uuid } = await resolved()
  await answer(uuid, { rating: '1' })
  const first = t.clock.now().toISOString()
  await engines.advance(23 * 3_600_000)
  expect((await open(uuid, '?rating=4')).body).toMatch(/value="4" required checked/)
  expect((await open(uuid, '?change=1')).body).toMatch(/value="1" required checked/)
  await answer(uuid, { rating: '4', feedback: 'It works now' })
  await answer(uuid, { rating: '4', feedback: 'It works now' })
  expect(await listed(c)).toMatchObject([
    { rating: 4, comment: 'It works now', answered_at: first, changed_at: t.clock.now().toISOString() },
  ])
  expect(await facts(c)).toMatchObject([{ rating: 1 }, { rating: 4, previous_rating: 1 }])
  await engines.advance(3_600_000)
  const before = await listed(c)
  const late = await answer(uuid, { rating: '2' })
  expect([late.statusCode, late.body]).toEqual([
    200,
    expect.stringContaining('Your answer can no longer be changed'),
  ])
  expect(await listed(c)).toEqual(before)
  const page = await open(uuid, '?rating=2')
  expect(page.body).toContain('4 out of 5')
  expect(page.body).not.toContain('<form')
})

test.each([
  [{}],
  [{ rating: '' }],
  [{ rating: '0' }],
  [{ rating: '6' }],
  [{ rating: '4.5' }],
  [{ rating: 'x' }],
])(
  'the answer %j is refused with the text kept in the form, and leaves no trace',
  async (fields: Record<string, string>) => {
    const { c, uuid } = await resolved()
    const refused = await answer(uuid, { ...fields, feedback: 'Words' })
    expect(refused.statusCode).toBe(200)
    expect(refused.body).toMatch(/role="alert"[\s\S]*>Words<\/textarea>/)
    expect(await listed(c)).toMatchObject([{ rating: null, comment: null }])
    expect(await facts(c)).toEqual([])
  },
)

test('an unknown link, or one of a deleted conversation, gets a friendly page', async () => {
  const { c, uuid } = await resolved()
  await t.db.updateTable('conversations').set({ deleted_at: t.clock.now() }).where('id', '=', c.id).execute()
  for (const unknown of [uuid, 'c0ffee00-0000-4000-8000-000000000000', 'nonsense', "'; drop table"]) {
    const page = await open(encodeURIComponent(unknown))
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Page not found')])
    const posted = await answer(encodeURIComponent(unknown), { rating: '5' })
    expect([posted.statusCode, posted.body]).toEqual([200, expect.stringContaining('Page not found')])
  }
})

test('a signed-in agent can try the page too, and attempts are limited to twenty an hour', async () => {
  const { uuid } = await resolved()
  const cookie = `parley_session=${admin.token}`
  for (let n = 0; n < 20; n++)
    expect((await answer(uuid, { rating: `${1 + (n % 5)}` }, { cookie })).statusCode).toBe(200)
  const tired = await answer(uuid, { rating: '5' }, { cookie })
  expect([tired.statusCode, tired.body]).toEqual([429, expect.stringContaining('Too many attempts')])
  expect(Number(tired.headers['retry-after'])).toBeGreaterThan(0)
})

test('two simultaneous answers are processed one after the other', async () => {
  const { c, uuid } = await resolved()
  await Promise.all([answer(uuid, { rating: '2' }), answer(uuid, { rating: '3' })])
  const [first, second] = (await facts(c)) as { rating?: number; previous_rating?: number }[]
  expect(second?.previous_rating).toBe(first?.rating)
})

test('a comment is cut to a thousand bytes between characters, without control characters', () => {
  const cut = cleanComment('ä'.repeat(700)) ?? ''
  expect(cut).toBe('ä'.repeat(500))
  expect(cleanComment(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(249)}`)
  expect(cleanComment('a\u0000b\u0007c')).toBe('abc')
  expect(cleanComment(' \r\n ')).toBeNull()
})

test('a survey expires after thirty days without an answer', async () => {
  const { c, uuid } = await resolved()
  t.clock.advance(30 * 86_400_000)
  expect((await open(uuid)).body).toContain('This survey has closed')
  expect((await answer(uuid, { rating: '5' })).body).toContain('This survey has closed')
  expect(await facts(c)).toEqual([])
})
