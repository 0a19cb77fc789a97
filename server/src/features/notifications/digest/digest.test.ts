import { parseMail } from '@parley/mail/parse/parse-mail'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { deliverSystemMail } from '../../system-mail/deliver-system-mail.ts'
import { nextOccurrenceOfHour } from './digest-time.ts'
import { sendDigest } from './send-digest.ts'

let t: TestApp
let sink: SmtpSink
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  sink = await startSmtpSink({})
  t.clock.set(new Date('2030-03-28T12:00:00Z'))
  admin = await t.as(await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions }))
  const deps = { ...t, root_url: 'https://desk.parley.test' }
  engines = startTestEngines(t, {}, { send_system_mail: ({ id }) => deliverSystemMail(deps, Number(id)) })
  const server = {
    enabled: true,
    email_address: 'Parley <desk@acme.test>',
    host: sink.host,
    port: sink.port,
    tls_type: 'none',
    auth_protocol: 'none',
  }
  const keys = Object.entries(server).map(([key, value]) => [`notification.email.${key}`, value])
  await admin.put('/api/v1/settings/notifications/email', Object.fromEntries(keys))
})
afterAll(async () => {
  await sink.stop()
  await t.stop()
})
beforeEach(async () => {
  await t.db.updateTable('agents').set({ digest_hour: null, digest_at: null }).execute()
  await sql`delete from graphile_worker._private_jobs`.execute(t.db)
  await engines.settle()
  sink.mails.length = 0
})

const preferences = '/api/v1/agents/me/preferences'
const digestJobs = async () => (await t.jobs()).filter(({ task }) => task === 'send_digest')

test.each([
  ['a usual day', 7, 'Europe/Berlin', '2030-01-10T12:00:00Z', '2030-01-11T06:00:00.000Z'],
  ['later today', 15, 'Europe/Berlin', '2030-01-10T12:00:00Z', '2030-01-10T14:00:00.000Z'],
  [
    'the exact instant counts as past',
    13,
    'Europe/Berlin',
    '2030-01-10T12:00:00Z',
    '2030-01-11T12:00:00.000Z',
  ],
  ['a clock change skips the hour', 2, 'Europe/Berlin', '2030-03-30T12:00:00Z', '2030-03-31T01:00:00.000Z'],
  ['the day after a skipped hour', 2, 'Europe/Berlin', '2030-03-31T01:00:00Z', '2030-04-01T00:00:00.000Z'],
  ['the hour occurs twice', 2, 'Europe/Berlin', '2030-10-26T12:00:00Z', '2030-10-27T00:00:00.000Z'],
  [
    'the second occurrence does not count',
    2,
    'Europe/Berlin',
    '2030-10-27T00:00:00Z',
    '2030-10-28T01:00:00.000Z',
  ],
  [
    'a clock change skips the hour west of UTC',
    2,
    'America/New_York',
    '2030-03-09T12:00:00Z',
    '2030-03-10T07:00:00.000Z',
  ],
  ['far east', 0, 'Pacific/Kiritimati', '2030-01-10T12:00:00Z', '2030-01-11T10:00:00.000Z'],
  ['a half-hour offset', 9, 'Asia/Kolkata', '2030-01-10T12:00:00Z', '2030-01-11T03:30:00.000Z'],
  [
    'a clock change skips midnight',
    0,
    'America/Santiago',
    '2030-09-07T12:00:00Z',
    '2030-09-08T04:00:00.000Z',
  ],
])('the next digest: %s', (_case, hour, zone, after, at) => {
  expect(nextOccurrenceOfHour(hour, zone, new Date(after)).toISOString()).toBe(at)
})

test("the digest arrives at its hour in the agent's time zone, on days with something to report", async () => {
  const team = await t.make.team()
  const ada = await t.make.agent({ first_name: 'Ada', team_ids: [team.id] })
  const mine = await t.as(ada)
  const set = await mine.put(preferences, { digest_hour: 7, time_zone: 'Europe/Berlin' })
  expect(set.body.data).toMatchObject({ digest_hour: 7, time_zone: 'Europe/Berlin' })
  expect((await digestJobs()).map(({ run_at }) => run_at.toISOString())).toEqual(['2030-03-29T06:00:00.000Z'])
  await engines.advanceTo(new Date('2030-03-29T12:00:00Z'))
  expect(sink.mails, 'nothing to report').toEqual([])

  const open = await t.make.conversation({ subject: 'Lamp <b>', assigned_user_id: ada.id })
  await t.make.conversation({ subject: 'Oak', assigned_team_id: team.id })
  await t.make.conversation({ subject: 'Not hers' })
  await t.db
    .updateTable('conversations')
    .set({ next_sla_deadline_at: new Date('2030-03-30T08:00:00Z') })
    .where('id', '=', open.id)
    .execute()
  await engines.advanceTo(new Date('2030-03-30T05:59:59Z'))
  expect(sink.mails).toEqual([])
  await engines.advanceTo(new Date('2030-03-30T06:00:00Z'))
  const mail = await parseMail(sink.mails[0]?.raw ?? Buffer.of())
  expect(mail.subject).toBe('Your day: 1 open, 1 due or overdue')
  expect(mail.html).toContain('Lamp &lt;b&gt;')
  expect(mail.text).toContain('due in 2 hours')
  expect(mail.text).toContain('waiting for 18 hours')
  expect(mail.text).toContain('Oak')
  expect(mail.text).not.toContain('Not hers')
  // Clocks go forward that night: 7 o'clock is an hour earlier.
  await engines.advanceTo(new Date('2030-03-31T05:00:00Z'))
  expect(sink.mails).toHaveLength(2)
  expect((await parseMail(sink.mails[1]?.raw ?? Buffer.of())).text).toContain('overdue by 21 hours')

  await mine.put(preferences, { muted_notifications: ['digest'] })
  await engines.advanceTo(new Date('2030-04-01T05:00:00Z'))
  await mine.put(preferences, { muted_notifications: [] })
  await admin.put('/api/v1/settings/notifications/kinds', { digest: false })
  await engines.advanceTo(new Date('2030-04-02T05:00:00Z'))
  await admin.put('/api/v1/settings/notifications/kinds', { digest: true })
  expect(sink.mails).toHaveLength(2)
  await engines.advanceTo(new Date('2030-04-03T05:00:00Z'))
  expect(sink.mails).toHaveLength(3)
  await mine.put(preferences, { digest_hour: null })
  expect(await digestJobs()).toEqual([])
})

test('a duplicate timer, or one for a previous hour, sends nothing; neither does a server that is late', async () => {
  const ada = await t.make.agent({ first_name: 'Ada' })
  await t.make.conversation({ assigned_user_id: ada.id })
  const mine = await t.as(ada)
  await mine.put(preferences, { digest_hour: 9 })
  const at = (await digestJobs())[0]?.run_at ?? new Date(0)
  const fire = (at: Date) => t.act(t.system, (tx) => sendDigest(tx, { agent_id: ada.id, at }))
  await fire(at)
  await fire(new Date(at.getTime() - 86_400_000))
  expect((await digestJobs()).map(({ run_at }) => run_at)).toEqual([at])
  await engines.advanceTo(at)
  await fire(at)
  await engines.settle()
  expect(sink.mails).toHaveLength(1)
  expect(await digestJobs()).toHaveLength(1)
  const next = (await digestJobs())[0]?.run_at ?? new Date(0)
  t.clock.set(new Date(next.getTime() + 7 * 3_600_000))
  await engines.settle()
  expect(sink.mails).toHaveLength(1)
  expect((await digestJobs())[0]?.run_at.getTime()).toBe(next.getTime() + 86_400_000)
  for (const wrong of [{ digest_hour: 24 }, { digest_hour: 7.5 }, { time_zone: 'Mars/Olympus' }])
    expect((await mine.put(preferences, wrong)).status).toBe(400)
})

test("digests in the workspace's time zone are rescheduled when it changes, others are not", async () => {
  const [ada, sam] = [await t.as(await t.make.agent()), await t.as(await t.make.agent())]
  await ada.put(preferences, { digest_hour: 7 })
  await sam.put(preferences, { digest_hour: 7, time_zone: 'UTC' })
  const times = async () =>
    (await digestJobs()).map(({ run_at }) => run_at.getUTCHours()).sort((a, b) => a - b)
  expect(await times()).toEqual([7, 7])
  const { body } = await admin.get('/api/v1/settings/general')
  const moved = await admin.put('/api/v1/settings/general', { ...body.data, 'app.timezone': 'Asia/Tokyo' })
  expect(moved.status).toBe(200)
  await engines.settle()
  expect(await times()).toEqual([7, 22])
})

test('a digest with ratings alone has their number and average', async () => {
  const ada = await t.make.agent()
  const mine = await t.as(ada)
  await mine.put(preferences, { digest_hour: 7, time_zone: 'Asia/Tokyo' })
  const at = (await digestJobs())[0]?.run_at ?? new Date(0)
  const c = await t.make.conversation()
  // Seven in the morning local time: yesterday began 31 hours ago and ended seven hours ago.
  for (const [n, hours] of [32, 30, 8, 6].entries()) {
    const answered_at = new Date(at.getTime() - hours * 3_600_000)
    await t.db
      .insertInto('csat_surveys')
      .values({
        ...{ conversation_id: c.id, inbox_id: c.inbox_id, agent_id: ada.id, closed_by_event_id: n },
        ...{ sent_at: answered_at, expires_at: new Date(at.getTime() + 86_400_000) },
        ...{ rating: [1, 5, 4, 1][n] ?? 1, answered_at },
      })
      .execute()
  }
  await engines.advanceTo(at)
  const mail = await parseMail(sink.mails[0]?.raw ?? Buffer.of())
  expect(mail.text?.toLowerCase()).toContain('yesterday’s ratings: 2, 4.5/5 on average')
})
