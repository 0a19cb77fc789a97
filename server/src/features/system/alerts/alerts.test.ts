import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { recordFailure, recordFinish, recordStart } from '../../../backup/recorded-backups.ts'
import { json } from '../../../db/json.ts'
import { startSmtpSink } from '../../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp, testInstallation } from '../../../testing/test-app.ts'
import { deliverSystemMail } from '../../system-mail/deliver-system-mail.ts'
import { type Condition, conditions, type Occurrence } from './conditions.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'
import { alertsPart, listAlerts } from './list-alerts.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let admin_id: number
/** What is wrong now; `null` means that it can't be found out. */
let present: Occurrence[] | null = []
const fullDisk = { subject: 'web-1', message: 'The disk is full', advice: 'Free space' }
const lasting: Condition = {
  ...{ name: 'disk_space', lasts_ms: 10 * 60_000, has_health_part: false },
  async find() {
    if (!present) throw new Error('No answer')
    return present
  },
}
const immediate: Condition = { ...lasting, lasts_ms: 0 }
const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  t = await startTestApp()
  const row = await t.db
    .selectFrom('agents')
    .select('id')
    .where('is_system', '=', false)
    .executeTakeFirstOrThrow()
  admin_id = row.id
  admin = await t.as({ id: admin_id })
})
afterAll(() => t.stop())
beforeEach(async () => {
  present = []
  await t.db.deleteFrom('system_alerts').execute()
  await t.db.deleteFrom('system_mails').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(t.db)
  await t.db.deleteFrom('settings').where('key', '=', 'system.alerts').execute()
})

const evaluate = (condition: Condition) =>
  evaluateAlerts({ ...t, installation: testInstallation }, [condition])
async function mails() {
  const rows = await t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()
  return rows.map(({ agent_id, data }) => {
    const { alerts = [], to } = data as { alerts?: { kind: string; subject: string }[]; to?: string }
    return { agent_id, to, alerts: alerts.map(({ kind, subject }) => `${kind} ${subject}`) }
  })
}
const kinds = async () => (await mails()).flatMap(({ alerts }) => alerts)
const openAlerts = async () => (await admin.get('/api/v1/system/alerts')).body.data

describe('a condition', () => {
  test('is raised once it has lasted, reminded of daily, and resolved', async () => {
    present = [fullDisk]
    await evaluate(lasting)
    t.clock.advance(9 * minute)
    await evaluate(lasting)
    expect(await openAlerts()).toEqual([])
    t.clock.advance(minute)
    await evaluate(lasting)
    expect(await kinds()).toEqual(['raised web-1'])
    for (let hour = 0; hour < 23; hour++) {
      t.clock.advance(60 * minute)
      await evaluate(lasting)
    }
    expect(await kinds()).toEqual(['raised web-1'])
    t.clock.advance(60 * minute)
    await evaluate(lasting)
    expect(await kinds()).toEqual(['raised web-1', 'reminder web-1'])
    t.clock.advance(day)
    await evaluate(lasting)
    expect(await openAlerts()).toMatchObject([
      { condition: 'disk_space', subject: 'web-1', resolved_at: null },
    ])
    present = []
    await evaluate(lasting)
    await evaluate(lasting)
    expect((await kinds()).slice(2)).toEqual(['reminder web-1', 'resolved web-1'])
    expect(await openAlerts()).toMatchObject([{ subject: 'web-1', resolved_at: expect.any(String) }])
  })

  test('that ends before it has lasted is forgotten', async () => {
    present = [fullDisk]
    await evaluate(lasting)
    present = []
    t.clock.advance(20 * minute)
    await evaluate(lasting)
    present = [fullDisk]
    await evaluate(lasting)
    expect(await kinds()).toEqual([])
  })

  test('that can’t be found out stays as it is', async () => {
    present = [fullDisk]
    await evaluate(immediate)
    present = null
    await evaluate(immediate)
    expect(await openAlerts()).toMatchObject([{ resolved_at: null }])
    expect(await kinds()).toEqual(['raised web-1'])
  })

  test('is raised once for a subject that is found twice, beside others', async () => {
    const disk = { ...fullDisk, subject: 'a' }
    const list: Condition[] = [
      { ...immediate, name: 'disk_space', find: async () => [disk, { ...disk }] },
      { ...immediate, name: 'node_lost', find: async () => [{ ...disk, subject: 'b (7)' }] },
    ]
    await evaluateAlerts({ ...t, installation: testInstallation }, list)
    expect(await kinds()).toEqual(['raised a', 'raised b (7)'])
  })

  test('shows its newest message while it lasts', async () => {
    present = [fullDisk]
    await evaluate(immediate)
    present = [{ ...fullDisk, message: '1 MB is left' }]
    await evaluate(immediate)
    expect(await openAlerts()).toMatchObject([{ message: '1 MB is left' }])
    expect(await kinds()).toEqual(['raised web-1'])
  })

  test('is raised once by two nodes that evaluate at the same time', async () => {
    present = [fullDisk, { ...fullDisk, subject: 'web-2' }]
    await Promise.all(Array.from({ length: 6 }, () => evaluate(immediate)))
    expect(await mails()).toEqual([
      { agent_id: admin_id, to: undefined, alerts: ['raised web-1', 'raised web-2'] },
    ])
    present = []
    await Promise.all(Array.from({ length: 6 }, () => evaluate(immediate)))
    expect((await kinds()).slice(2).sort()).toEqual(['resolved web-1', 'resolved web-2'])
  })
})

describe('the email', () => {
  test('goes to enabled agents with the role Admin', async () => {
    const other = await t.make.agent()
    const admins = await t.make.agent()
    await t.db
      .insertInto('agent_roles')
      .columns(['agent_id', 'role_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .select((from) => [from.val(admins.id).as('agent_id'), 'id'])
          .where('name', '=', 'Admin'),
      )
      .execute()
    present = [fullDisk]
    await evaluate(immediate)
    const recipients = (await mails()).map(({ agent_id }) => agent_id)
    expect(recipients).toEqual([admin_id, admins.id])
    expect(recipients).not.toContain(other.id)
    await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', admins.id).execute()
    present = []
    await evaluate(immediate)
    expect((await mails()).slice(2).map(({ agent_id }) => agent_id)).toEqual([admin_id])
  })

  test('goes to the addresses in the settings instead, and to nobody if it is turned off', async () => {
    const path = '/api/v1/system/alerts/settings'
    const settings = { email_enabled: true, addresses: ['ops@acme.test', 'On.Call@acme.test'] }
    expect((await admin.put(path, settings)).status).toBe(200)
    expect((await admin.get(path)).body.data).toEqual({
      email_enabled: true,
      addresses: ['ops@acme.test', 'on.call@acme.test'],
      problem: expect.stringContaining('No mail server is set up'),
    })
    present = [fullDisk]
    await evaluate(immediate)
    expect((await mails()).map(({ to }) => to)).toEqual(['ops@acme.test', 'on.call@acme.test'])
    expect(
      await t.db
        .selectFrom('events')
        .select('changes')
        .where('type', '=', 'settings.changed')
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toMatchObject({
      changes: {
        'system.alerts': [{ addresses: [] }, { addresses: ['ops@acme.test', 'on.call@acme.test'] }],
      },
    })
    await admin.put(path, { email_enabled: false, addresses: [] })
    present = []
    await evaluate(immediate)
    expect(await kinds()).not.toContain('resolved web-1')
    expect((await admin.put(path, { email_enabled: true, addresses: ['nobody'] })).status).toBe(400)
  })

  test('says what is wrong and what to do, and leads to the page', async () => {
    const sink = await startSmtpSink()
    onTestFinished(() => sink.stop())
    await admin.put('/api/v1/settings/notifications/email', {
      ...{ 'notification.email.host': sink.host, 'notification.email.port': sink.port },
      ...{ 'notification.email.auth_protocol': 'none', 'notification.email.tls_type': 'none' },
      ...{ 'notification.email.email_address': 'desk@parley.test', 'notification.email.enabled': true },
    })
    await admin.put('/api/v1/system/alerts/settings', { email_enabled: true, addresses: ['ops@acme.test'] })
    present = [fullDisk, { ...fullDisk, subject: 'web-2' }]
    await evaluate(immediate)
    for (const { id } of await t.db
      .selectFrom('system_mails')
      .select('id')
      .where('template', '=', 'System alert')
      .execute())
      await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test' }, id)
    const { to, raw } = await sink.waitForMail((mail) => mail.raw.includes('Disk space'))
    expect(to).toEqual(['ops@acme.test'])
    const text = raw.toString()
    expect(text).toContain('Subject: Problem: Disk space (web-1) +1')
    expect(text).toContain('What to do: Free space')
    expect(text).toContain('http://desk.parley.test/admin/system')
    expect((await admin.get('/api/v1/system/alerts/settings')).body.data.problem).toBeNull()
  })
})

describe('what is looked at', () => {
  const all = () => evaluateAlerts({ ...t, installation: testInstallation })
  const open = async () =>
    (
      await t.db
        .selectFrom('system_alerts')
        .selectAll()
        .where('resolved_at', 'is', null)
        .orderBy('id')
        .execute()
    ).map(({ condition, subject }) => `${condition}: ${subject}`)

  test('disks of living nodes, lost nodes, mailboxes and certificates', async () => {
    const full = { disk: { free_bytes: 1_000_000, size_bytes: 100_000_000_000 }, memory_bytes: 1 }
    const base = { pid: 7, roles: ['mail'], version: 'test' }
    const seen = (seconds: number) => new Date(Date.now() - seconds * 1000)
    const nodes = [
      {
        id: crypto.randomUUID(),
        host: 'full',
        ...base,
        roles: ['web'],
        started_at: seen(900),
        seen_at: seen(-60),
        report: json(full),
      },
      {
        id: crypto.randomUUID(),
        host: 'gone',
        ...base,
        started_at: seen(900),
        seen_at: seen(300),
        report: json(full),
      },
    ]
    await t.db.insertInto('nodes').values(nodes).execute()
    const { id } = await t.make.inbox()
    const imap = [{ host: 'imap.acme.test', port: 993, username: 'help', mailbox: 'INBOX' }]
    await t.db
      .updateTable('inboxes')
      .set({ config: json({ imap, smtp: [] }) })
      .where('id', '=', id)
      .execute()
    const folder = 'help@imap.acme.test/INBOX'
    await t.db
      .insertInto('imap_cursors')
      .values({ inbox_id: id, folder, last_error: 'Wrong password' })
      .execute()
    const expiring = {
      state: 'warning',
      subject: 'a:443',
      message: 'Expires',
      advice: 'Renew',
      expires_at: '2026-03-09T00:00:00Z',
    }
    const unverified = { state: 'warning', subject: 'b:993', message: 'Not verified', advice: 'Verify' }
    await t.db
      .insertInto('system_checks')
      .values({
        name: 'certificates',
        host: 'x',
        checked_at: t.clock.now(),
        findings: json([expiring, unverified]),
      })
      .execute()
    await all()
    expect(await open()).toEqual([
      'disk_space: full',
      `mailbox: ${folder}`,
      'certificate: a:443',
      'node_lost: gone (7)',
    ])
    // A certificate needs no time; the others are raised when they last.
    expect(await kinds()).toEqual(['raised a:443'])
    t.clock.advance(2 * minute)
    await all()
    expect(await kinds()).toEqual(['raised a:443', 'raised full', 'raised gone (7)'])

    await t.db
      .insertInto('nodes')
      .values({ id: crypto.randomUUID(), host: 'new', ...base, started_at: seen(10), seen_at: seen(-60) })
      .execute()
    await t.db.updateTable('nodes').set({ report: null }).where('host', '=', 'full').execute()
    await t.db.deleteFrom('system_checks').execute()
    await all()
    expect(await open()).toEqual([`mailbox: ${folder}`])
    t.clock.advance(13 * minute)
    await all()
    expect((await kinds()).slice(3)).toEqual([
      'resolved full',
      'resolved a:443',
      'resolved gone (7)',
      `raised ${folder}`,
    ])
    await t.db.deleteFrom('nodes').where('host', 'in', ['full', 'gone', 'new']).execute()
    await t.db.updateTable('imap_cursors').set({ last_error: null, inbox_id: id }).execute()
  })

  test('queues and consumers that stand still', async () => {
    const long_ago = new Date(t.clock.now().getTime() - 60 * minute)
    await t.db
      .insertInto('mail_deliveries')
      .values({
        ...{ received_at: long_ago, updated_at: long_ago, source: 'api', raw_size: 1 },
        raw_hash: Buffer.alloc(32),
      })
      .execute()
    await t.make.conversation()
    await t.db.updateTable('events').set({ at: long_ago }).execute()
    await t.db
      .insertInto('event_consumers')
      .values({ name: 'sla', xid: '0', id: 0, updated_at: long_ago })
      .execute()
    await all()
    t.clock.advance(2 * minute)
    await all()
    expect(
      (await openAlerts()).map(({ condition, subject }: { condition: string; subject: string }) => [
        condition,
        subject,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['queue', 'incoming_mail'],
        ['consumer', 'sla'],
      ]),
    )
  })
})

test('backups, if they are scheduled: none, too old, failed, or without some files', async () => {
  const backup = conditions.filter(({ name }) => name === 'backup')
  const look = (schedule: string | null) =>
    evaluateAlerts(
      { ...t, installation: { backups: { ...testInstallation.backups, target: '/backups', schedule } } },
      backup,
    )
  const messages = async () =>
    (await listAlerts(t.db, t.clock.now()))
      .filter(({ resolved_at }) => resolved_at === null)
      .map(({ message }) => message)
  const daily = '0 3 * * *'
  await look(null)
  expect(await messages()).toEqual([])
  await look(daily)
  expect(await messages()).toHaveLength(1)
  expect(await alertsPart(t.db).check()).toMatchObject({ message: 'There is no backup yet' })
  t.clock.set(new Date('2026-06-01T09:00:00Z'))
  const id = await recordStart(t.db, { target: '/backups', name: 'a', is_managed: true }, t.clock.now())
  await recordFinish(t.db, id, 1000, t.clock.now())
  await look(daily)
  expect(await kinds()).toEqual(['raised ', 'resolved '])
  // One takes a while: the one due at 3:00 is missed at 6:00.
  t.clock.set(new Date('2026-06-02T05:59:00Z'))
  await look(daily)
  expect(await messages()).toEqual([])
  t.clock.set(new Date('2026-06-02T06:01:00Z'))
  await look(daily)
  expect(await messages()).toHaveLength(1)
  const next = await recordStart(t.db, { target: '/backups', name: 'b', is_managed: true }, t.clock.now())
  await recordFailure(t.db, next, 'The disk is full', t.clock.now())
  await look(daily)
  expect(await messages()).toEqual(['The last backup failed: The disk is full'])
  await recordFinish(t.db, next, 1000, t.clock.now(), 3)
  await look(daily)
  expect(await messages()).toEqual([
    'The last backup lacks 3 files: missing from the file storage, or damaged there',
  ])
})
