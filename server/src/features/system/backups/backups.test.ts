import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { backupLock } from '../../../backup/back-up-to-target.ts'
import { readBackupPlan } from '../../../backup/backup-plan.ts'
import type { BackupSettings } from '../../../backup/backup-settings.ts'
import { recordProgress } from '../../../backup/record-progress.ts'
import { recordFailure, recordFinish, recordRemoval, recordStart } from '../../../backup/recorded-backups.ts'
import { queueDueBackup } from '../../../backup/scheduled-backups.ts'
import { markPaused } from '../../../paused-copy.ts'
import { startTestApp, type TestApp, testInstallation } from '../../../testing/test-app.ts'
import { eventually } from '../../../testing/web-sockets.ts'

const environment: BackupSettings = { ...testInstallation.backups }
let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  const folder = tmpdir()
  const installation = { ...testInstallation, data_dir: folder, files_dir: folder, backups: environment }
  t = await startTestApp({ installation })
  admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
})
afterAll(() => t.stop())
beforeEach(async () => {
  Object.assign(environment, { target: '/backups', schedule: null, retention: null, passphrase: undefined })
  await t.db.deleteFrom('backups').execute()
  await t.db.deleteFrom('settings').where('key', '=', 'system.backups').execute()
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'back up'))`.execute(
    t.db,
  )
})

const read = async () => (await admin.get('/api/v1/system/backups')).body.data
const update = (body: object) => admin.put('/api/v1/system/backups/schedule', body)
const countQueued = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = 'back up'`.execute(t.db)).rows.length

const daily = '0 3 * * *'
const retention = { days: 3, weeks: 0, months: 1 }

async function holdLock() {
  const client = new pg.Client(t.connectionString)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('select pg_advisory_lock($1)', [backupLock])
}

test('schedule and retention are set on screen, with a line in the activity log', async () => {
  expect(await read()).toMatchObject({
    ...{ target: '/backups', schedule: null, retention: { days: 7, weeks: 4, months: 6 }, next_at: null },
    ...{ includes_key: false, state: 'idle', progress: null, backups: [] },
    is_set_by_environment: { schedule: false, retention: false },
  })
  t.clock.set(new Date('2026-06-01T12:00:00Z'))
  expect((await update({ schedule: daily, retention })).status).toBe(200)
  expect(await read()).toMatchObject({ schedule: daily, retention, next_at: '2026-06-02T03:00:00.000Z' })
  expect((await t.events()).at(-1)).toBe('settings.changed')
  const before = (await t.events()).length
  expect((await update({ schedule: daily })).status).toBe(200)
  expect(await t.events()).toHaveLength(before)
  // What the command for a backup goes by.
  expect(await readBackupPlan(t.db, environment)).toMatchObject({ schedule: daily, retention })
})

test('what the environment says goes first and can’t be changed', async () => {
  await update({ schedule: daily, retention })
  Object.assign(environment, { schedule: '30 1 * * *', retention: { days: 1, weeks: 1, months: 1 } })
  expect(await read()).toMatchObject({
    ...{ schedule: '30 1 * * *', retention: { days: 1, weeks: 1, months: 1 } },
    is_set_by_environment: { schedule: true, retention: true },
  })
  const schedule = await update({ schedule: '0 5 * * *' })
  expect(schedule.status).toBe(409)
  expect(schedule.body.message).toContain('PARLEY_BACKUP_SCHEDULE')
  const kept = await update({ retention })
  expect(kept.status).toBe(409)
  expect(kept.body.message).toContain('PARLEY_BACKUP_KEEP')
  // A form sends what it shows.
  expect((await update({ schedule: '30 1 * * *' })).status).toBe(200)
})

test.each([
  [{ schedule: 'daily' }, 400],
  [{ schedule: '0 25 * * *' }, 400],
  [{ schedule: '0 3 * * * ?fill=1d' }, 400],
  [{ retention: { days: 0, weeks: 0, months: 0 } }, 400],
])('%j is refused and leaves no trace', async (body, status) => {
  const before = (await t.events()).length
  expect((await update(body)).status).toBe(status)
  expect(await t.events()).toHaveLength(before)
  expect(await read()).toMatchObject({ schedule: null, retention: { days: 7 } })
})

test('without a target there is no schedule and no backup', async () => {
  environment.target = null
  expect(await read()).toMatchObject({ target: null, schedule: null, next_at: null })
  expect((await update({ schedule: daily })).status).toBe(409)
  const started = await admin.post('/api/v1/system/backups')
  expect(started.status).toBe(409)
  expect(started.body.message).toContain('PARLEY_BACKUP_TO')
})

test('a backup is queued once, recorded, and refused while one is made or the copy isn’t live', async () => {
  for (let time = 0; time < 2; time++) expect((await admin.post('/api/v1/system/backups')).status).toBe(200)
  expect(await countQueued()).toBe(1)
  expect((await t.events()).at(-1)).toBe('settings.backup_started')
  expect((await read()).state).toBe('queued')
  await holdLock()
  expect((await read()).state).toBe('running')
  expect((await admin.post('/api/v1/system/backups')).status).toBe(409)
  const pool = new pg.Pool({ connectionString: t.connectionString, max: 1 })
  onTestFinished(() => pool.end())
  await markPaused(pool, { since: t.clock.now().toISOString(), backup_of: null, moved_to: null })
  const paused = await admin.post('/api/v1/system/backups')
  expect(paused.body.message).toContain('restored copy')
  await t.db.deleteFrom('settings').where('key', '=', 'app.paused_copy').execute()
})

test('the newest backups are listed with result, size, duration and progress', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 3, minute))
  const record = (name: string, is_managed: boolean, minute: number) =>
    recordStart(t.db, { target: '/backups', name, is_managed }, at(minute))
  const finished = await record('a', true, 0)
  await recordFinish(t.db, finished, 5000, at(2))
  await recordRemoval(t.db, finished, at(3))
  await recordFinish(t.db, await record('b', false, 10), 6000, at(11))
  await recordFailure(t.db, await record('c', true, 20), 'The disk is full', at(21))
  const running = await record('d', true, 30)
  expect((await read()).backups.map(({ name }: { name: string }) => name)).toEqual(['c', 'b', 'a'])
  await holdLock()
  const progress = recordProgress(t.db, running)
  progress.begin({ name: 'check', unit: 'bytes', total: 100 })
  await eventually(async () => (await read()).progress !== null)
  await progress.stop()
  expect(await read()).toMatchObject({
    state: 'running',
    progress: { step: 'check', share: 0, seconds_left: null },
    backups: [
      { name: 'd', state: 'running', bytes: null, duration_seconds: null, is_checked: false },
      { name: 'c', state: 'failed', error: 'The disk is full' },
      { name: 'b', state: 'finished', bytes: 6000, duration_seconds: 60, is_checked: false },
      { name: 'a', state: 'removed', bytes: 5000, duration_seconds: 120, is_checked: true },
    ],
  })
})

test('a backup is queued at its time, once, and neither long after nor for a new schedule', async () => {
  const look = async (time: string) => {
    await queueDueBackup(t.db, environment, new Date(`2026-06-02T${time}Z`))
    return countQueued()
  }
  t.clock.set(new Date('2026-06-01T12:00:00Z'))
  await update({ schedule: daily })
  expect(await look('02:59:00')).toBe(0)
  expect(await look('04:01:00')).toBe(0)
  expect(await look('03:00:30')).toBe(1)
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'back up'))`.execute(
    t.db,
  )
  await recordStart(
    t.db,
    { target: '/backups', name: 'a', is_managed: true },
    new Date('2026-06-02T03:00:40Z'),
  )
  expect(await look('03:01:30')).toBe(0)
  await t.db.deleteFrom('backups').execute()
  t.clock.set(new Date('2026-06-02T03:10:00Z'))
  await update({ schedule: '5 3 * * *' })
  expect(await look('03:11:00')).toBe(0)
})
