import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'

let t: TestApp
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  engines = startTestEngines(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const days = 'from=2026-03-01&to=2026-03-31'
const drilldown = (query: string, reader = admin) =>
  reader.get(`/api/v1/reports/conversations?${days}&${query}`).then(({ body }) => body.data)
const csv = (query: string, reader = admin) =>
  reader.get(`/api/v1/reports/csv?${days}&${query}`).then(({ body }) => body as string)

test('a drill-down lists what its reader can see, and says how many more there are', async () => {
  const own = await t.make.agent({
    permissions: ['reports:manage', 'conversations:read', 'conversations:read_assigned'],
  })
  const mine = await t.make.conversation({ assigned_user_id: own.id, subject: 'Within reach' })
  await t.make.conversation({ subject: 'Zanzibar', assigned_user_id: (await t.make.agent()).id })
  await engines.settle()
  const reader = await t.as(own)
  for (const measure of ['new', 'open']) {
    const list = await drilldown(`measure=${measure}`, reader)
    expect(list).toMatchObject({ total: 2, hidden: 1, next_cursor: null })
    expect(list.results).toMatchObject([{ uuid: mine.uuid, subject: 'Within reach' }])
    const file = await csv(`sheet=conversations&measure=${measure}`, reader)
    expect(file).toContain('Within reach')
    expect(file).not.toContain('Zanzibar')
  }
  // Access to reports without access to conversations shows only the numbers.
  const counter = await t.as(await t.make.agent({ permissions: ['reports:manage'] }))
  expect(await drilldown('measure=new', counter)).toMatchObject({ total: 2, hidden: 2, results: [] })
  const trashed = await t.make.conversation()
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', trashed.id)
    .execute()
  await engines.settle()
  expect(await drilldown('measure=new')).toMatchObject({ total: 3, hidden: 1 })
  expect(await drilldown('measure=open')).toMatchObject({ total: 2, hidden: 0 })
})

test('a cursor pages through the list, and each point of a report has its own conversations', async () => {
  const hours = { name: 'Mondays', hours: { Monday: { open: '09:00', close: '17:00' } } }
  const { id } = (await admin.post('/api/v1/business-hours', hours)).body.data
  await admin.put('/api/v1/settings/general', { 'app.timezone': 'UTC', 'app.business_hours_id': String(id) })
  t.clock.set(new Date('2026-03-14T13:10:00Z')) // a Saturday
  const made = [await t.make.conversation(), await t.make.conversation(), await t.make.conversation()]
  await engines.settle()
  const cell = 'measure=new&weekday=5&hour=13'
  const uuids: string[] = []
  let cursor = ''
  do {
    const page = await drilldown(`${cell}&page_size=2${cursor && `&cursor=${cursor}`}`)
    uuids.push(...page.results.map(({ uuid }: { uuid: string }) => uuid))
    cursor = page.next_cursor ?? ''
  } while (cursor)
  expect(uuids).toEqual(made.map(({ uuid }) => uuid).reverse())
  expect(await drilldown('measure=new&weekday=5&hour=14')).toMatchObject({ total: 0 })
  expect(await drilldown(`measure=new&since=2026-03-14T13:00:00Z&until=2026-03-14T13:10:00Z`)).toMatchObject({
    total: 0,
  })
  t.clock.advance(90_000)
  for (const { uuid } of made.slice(0, 2))
    await admin.put(`/api/v1/conversations/${uuid}/status`, { status: 'Resolved' })
  await engines.settle()
  expect(await drilldown('measure=resolved&min_seconds=90')).toMatchObject({ total: 2 })
  expect(await drilldown('measure=resolved&min_seconds=91')).toMatchObject({ total: 0 })
  // Saturday is outside business hours.
  expect(await drilldown('measure=resolved&hours=business&max_seconds=1')).toMatchObject({ total: 2 })
  expect(await drilldown('measure=resolved&nobody=team')).toMatchObject({ total: 2 })
  expect(await drilldown('measure=resolved&nobody=agent')).toMatchObject({ total: 0 })
})

test('survey answers are listed in the drill-down of the ratings, with their comments', async () => {
  const inbox = await t.make.inbox()
  await t.db.updateTable('inboxes').set({ csat_enabled: true }).where('id', '=', inbox.id).execute()
  const c = await t.make.conversation({ inbox_id: inbox.id })
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  await engines.advance(60_000)
  const { uuid } = await t.db.selectFrom('csat_surveys').select('uuid').executeTakeFirstOrThrow()
  const answer = (form: string) =>
    t.send({
      method: 'POST',
      url: `/csat/${uuid}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
  await answer('rating=2&feedback=Slow')
  await engines.settle()
  expect((await drilldown('measure=csat_answered')).results).toMatchObject([{ rating: 2, comment: 'Slow' }])
  await answer('rating=4&feedback=%3DSlow%2C+but+kind')
  await engines.settle()
  const { results } = await drilldown('measure=csat_answered')
  expect(results).toMatchObject([{ uuid: c.uuid, rating: 4, comment: '=Slow, but kind' }])
  expect((await drilldown('measure=csat_sent')).results).toMatchObject([{ rating: null, comment: null }])
  expect(await csv('sheet=conversations&measure=csat_answered')).toContain(`4,"'=Slow, but kind"`)
})

test('a CSV file never contains text that a spreadsheet would run as a formula', async () => {
  await t.make.conversation({ subject: '=HYPERLINK("http://evil.example","Click, here")' })
  await t.make.tag('+cmd')
  await engines.settle()
  expect(await csv('sheet=conversations&measure=new')).toContain(
    `"'=HYPERLINK(""http://evil.example"",""Click, here"")"`,
  )
  expect(await csv('sheet=tag')).toContain("'+cmd,")
  for (const sheet of ['summary', 'series', 'agent', 'team', 'inbox', 'busiest_hours', 'first_responses']) {
    const reply = await admin.get(`/api/v1/reports/csv?${days}&sheet=${sheet}`)
    expect([sheet, reply.status, reply.headers['content-type']]).toEqual([
      sheet,
      200,
      'text/csv; charset=utf-8',
    ])
    expect(String(reply.body).split('\r\n').length).toBeGreaterThan(2)
  }
})

test('a CSV file has durations in business hours besides the total, as the page does', async () => {
  const range = 'from=2026-03-16&to=2026-03-17'
  const hours = { name: 'Only Mondays', hours: { Monday: { open: '09:00', close: '17:00' } } }
  const { id } = (await admin.post('/api/v1/business-hours', hours)).body.data
  await admin.put('/api/v1/settings/general', { 'app.timezone': 'UTC', 'app.business_hours_id': String(id) })
  // A Monday.
  t.clock.set(new Date('2026-03-16T16:00:00Z'))
  const c = await t.make.conversation()
  t.clock.set(new Date('2026-03-17T16:00:00Z'))
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  await engines.settle()
  const { resolution } = (await admin.get(`/api/v1/reports/summary?${range}`)).body.data.current
  expect(resolution).toMatchObject({ wall: { average: 86_400 }, business: { average: 3600 } })
  const file = (await admin.get(`/api/v1/reports/csv?sheet=summary&${range}`)).body as string
  expect(file).toMatch(/Resolution, average \(s\)"?,86400/)
  expect(file).toMatch(/Resolution, average, business hours \(s\)"?,3600/)
})

test('the weeks of the previous period are split at the same offset as those of the current one', async () => {
  const { body } = await admin.get(
    '/api/v1/reports/series?from=2026-03-04&to=2026-03-18&by=week&compare=previous',
  )
  const dates = (points: { date: string }[]) => points.map(({ date }) => date)
  expect(dates(body.data.points)).toEqual(['2026-03-04', '2026-03-09', '2026-03-16'])
  expect(dates(body.data.previous.points)).toEqual(['2026-02-17', '2026-02-22', '2026-03-01'])
})

test('reversed, overlong and missing date ranges are refused with a sentence', async () => {
  const refusal = async (path: string) => {
    const { status, body } = await admin.get(`/api/v1/reports/${path}`)
    return [status, body.errors?.[0]]
  }
  expect(await refusal('summary?from=2026-03-02&to=2026-03-01')).toEqual([
    400,
    { path: 'to', message: 'The end date is before the start date' },
  ])
  expect(await refusal('table?from=2020-01-01&to=2026-03-01&by=agent')).toMatchObject([400, { path: 'to' }])
  expect(await refusal('series?from=2026-01-01&to=2026-12-31&by=hour')).toMatchObject([400, { path: 'by' }])
  expect(await refusal('summary?from=2026-02-30&to=2026-03-01')).toMatchObject([400, { path: 'from' }])
  expect(await refusal('summary?to=2026-03-01')).toMatchObject([400, { path: 'from' }])
  expect(await refusal(`conversations?${days}&measure=everything`)).toMatchObject([400, { path: 'measure' }])
  expect(await refusal(`conversations?${days}&measure=new&cursor=abc`)).toMatchObject([
    400,
    { path: 'cursor' },
  ])
})

test.each(['0000-01-01', '0001-01-01', '1969-12-31', '2200-01-01', '9999-12-31'])(
  'the date %s is out of range, and every report says so in a sentence',
  async (date) => {
    for (const report of [
      ...['summary?compare=previous&', 'series?compare=previous&', 'series?by=hour&', 'table?by=agent&'],
      ...['busiest-hours?', 'first-responses?', 'conversations?measure=new&', 'conversations?measure=open&'],
      ...['csv?sheet=summary&', 'csv?sheet=series&', 'csv?sheet=conversations&measure=new&'],
    ]) {
      const { status, body } = await admin.get(`/api/v1/reports/${report}from=${date}&to=${date}`)
      expect([report, status, body.errors]).toEqual([
        report,
        400,
        ['from', 'to'].map((path) => ({ path, message: 'Choose dates between 1970 and 2199' })),
      ])
    }
  },
)

test('the first and the last possible day can be queried, with the previous period and in any time zone', async () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await admin.put('/api/v1/settings/general', { 'app.timezone': zone })
    await engines.settle()
    for (const date of ['1970-01-01', '2199-12-31'])
      for (const report of ['summary?', 'series?']) {
        const path = `/api/v1/reports/${report}compare=previous&from=${date}&to=${date}`
        expect([path, (await admin.get(path)).status]).toEqual([path, 200])
      }
    const { points } = (await admin.get('/api/v1/reports/series?from=2199-12-31&to=2199-12-31')).body.data
    const { start, end } = points[0]
    const list = `conversations?measure=new&from=2199-12-31&to=2199-12-31&since=${start}&until=${end}`
    expect((await admin.get(`/api/v1/reports/${list}`)).status).toBe(200)
  }
})

test('an invalid date or cursor position does not crash the server', async () => {
  const list = `/api/v1/reports/conversations?${days}&measure=new`
  for (const end of ['since', 'until'])
    expect(await admin.get(`${list}&${end}=0000-01-01T00:00:00Z`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: end, message: 'The year 0 isn’t valid' }] },
    })
  for (const at of ['0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-02-28T24:00:00Z']) {
    const cursor = Buffer.from(JSON.stringify(['new', at, 1])).toString('base64url')
    expect(await admin.get(`${list}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'cursor' }] },
    })
  }
})
