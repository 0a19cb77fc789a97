import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausedCopyKey } from '../../paused-copy.ts'
import { startTestApp, type TestApp, testInstallation } from '../../testing/test-app.ts'
import { mailGauges } from '../email/mail-gauges.ts'
import { mailboxesPart } from '../email/mail-readiness.ts'
import { conditions } from './alerts/conditions.ts'
import { mailboxesCheck } from './doctor/checks/mailboxes.ts'
import { contextOf, useInbox } from './doctor/doctor-suite.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const folder = 'help@imap.read.example/INBOX'

/** What each of those who watch mailboxes says. */
async function look() {
  const context = { ...t, installation: testInstallation }
  const gauges = await mailGauges(t.db, t.clock).read()
  const admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
  return {
    findings: await mailboxesCheck.run(contextOf(t, {}, { clock: t.clock })),
    alerts: await conditions.find(({ name }) => name === 'mailbox')?.find(context),
    part: await mailboxesPart(t.db, t.clock).check(),
    failing: gauges.parley_mailboxes?.find(({ labels }) => labels?.state === 'failing')?.value,
    overdue_since: (await admin.get('/api/v1/system')).body.data.mailboxes[0].overdue_since,
  }
}

test('a mailbox that is no longer read is noticed everywhere after two intervals and half an hour', async () => {
  const inbox_id = await useInbox(t, 'help@read.example', {
    imap: [{ host: 'imap.read.example', ...{ read_interval: '10m' } }],
  })
  const synced_at = t.clock.now()
  await t.db.insertInto('imap_cursors').values({ inbox_id, folder, synced_at }).execute()
  t.clock.advance(50 * 60_000)
  expect(await look()).toMatchObject({
    findings: [{ state: 'ok' }],
    alerts: [],
    part: { state: 'ok' },
    failing: 0,
    overdue_since: null,
  })
  t.clock.advance(60_000)
  const since = synced_at.toISOString()
  expect(await look()).toMatchObject({
    findings: [{ state: 'warning', message: `It has not been read since ${since}` }],
    alerts: [{ subject: folder, message: `The mailbox has not been read since ${since}` }],
    part: { state: 'degraded', message: `1 of 1 aren’t read. ${folder}: not read since ${since}` },
    failing: 1,
    overdue_since: since,
  })
})

test('a copy that waits to go live is not expected to read its mailboxes', async () => {
  const copy = JSON.stringify({ since: t.clock.now(), backup_of: t.clock.now(), moved_to: null })
  await t.db
    .insertInto('settings')
    .values({ key: pausedCopyKey, value: copy, updated_at: t.clock.now() })
    .execute()
  expect(await look()).toMatchObject({ alerts: [], part: { state: 'ok' }, failing: 0, overdue_since: null })
})
