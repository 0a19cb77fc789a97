import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { startPostgres15, type TestPostgres } from '../testing/processes/postgres15.ts'
import { eventually } from '../testing/web-sockets.ts'
import { createDb, createPool, type Db } from './pool.ts'
import { openReplica } from './replica.ts'

let [primary, standby]: TestPostgres[] = []
let db: Db
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  primary = await startPostgres15()
  standby = await startPostgres15({ replica_of: primary })
  pool = createPool(primary.url, 4)
  db = createDb(pool)
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await standby?.stop()
  await primary?.stop()
})

function follow(url = standby?.url ?? '', primaryPool = pool) {
  const replica = openReplica(url, primaryPool, createLog('silent'))
  onTestFinished(() => replica.stop())
  /** Where a read goes now. */
  const target = () =>
    replica.read(db, async (reader) => {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(reader)
      return rows[0]?.standby ? 'replica' : 'primary'
    })
  return { replica, target }
}

test('reads go to the replica while it keeps up, and to the primary while it doesn’t', async () => {
  const { replica, target } = follow()
  await eventually(async () => (await target()) === 'replica')
  expect(await replica.part.check()).toEqual({
    state: 'ok',
    message: 'Reports and search read from the replica',
  })
  const admin = createPool(standby?.url ?? '', 1)
  onTestFinished(() => admin.end())
  await admin.query('select pg_wal_replay_pause()')
  // Nothing was written yet, so it still has everything.
  await wait(1_000)
  expect(await target()).toBe('replica')
  await pool.query('create table behind (id int)')
  await eventually(async () => (await target()) === 'primary')
  expect(await replica.part.check()).toMatchObject({
    state: 'degraded',
    message: expect.stringContaining('It is more than 5 seconds behind'),
  })
  await admin.query('select pg_wal_replay_resume()')
  await eventually(async () => (await target()) === 'replica')
})

test('a read that the replica cancels or drops is repeated on the primary, others fail as they are', async () => {
  const { replica, target } = follow()
  await eventually(async () => (await target()) === 'replica')
  const failOnReplica = (statement: string) =>
    replica.read(db, async (reader) => {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(reader)
      if (rows[0]?.standby) await sql.raw(statement).execute(reader)
      return rows[0]?.standby
    })
  expect(await failOnReplica('select pg_terminate_backend(pg_backend_pid())')).toBe(false)
  expect(await failOnReplica(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`)).toBe(
    false,
  )
  await expect(failOnReplica('select 1 / 0')).rejects.toThrow('division by zero')
  // It would only take twice as long.
  await expect(
    failOnReplica(`do $$ begin raise exception 'too slow' using errcode = '57014'; end $$`),
  ).rejects.toThrow('too slow')
})

test('a server that isn’t a replica, or doesn’t respond, is not read from', async () => {
  for (const [url, reason] of [
    [primary?.url, 'doesn’t lead to a streaming replica'],
    ['postgres://postgres@127.0.0.1:1/postgres', 'ECONNREFUSED'],
  ]) {
    const { replica, target } = follow(url)
    await eventually(async () => (await replica.part.check()).message.includes(reason ?? ''))
    expect(await target()).toBe('primary')
  }
})

const otherDatabase = 'leads to a replica of another database'

test('a replica of another cluster is not read from, even if it is ahead', async () => {
  const otherPrimary = await startPostgres15()
  onTestFinished(() => otherPrimary.stop())
  const admin = createPool(otherPrimary.url, 1)
  await admin.query('create table more as select generate_series(1, 300000) as id')
  await admin.end()
  const otherStandby = await startPostgres15({ replica_of: otherPrimary })
  onTestFinished(() => otherStandby.stop())
  const { replica, target } = follow(otherStandby.url)
  await eventually(async () => (await replica.part.check()).message.includes(otherDatabase))
  expect(await target()).toBe('primary')
}, 60_000)

test('a server that doesn’t tell its cluster is compared by what it tells', async () => {
  await pool.query('create role app login; revoke execute on function pg_control_system() from public')
  await pool.query('create database other')
  const urlOf = (server: TestPostgres | undefined, database = 'postgres') => {
    const url = new URL(server?.url ?? '')
    return Object.assign(url, { username: 'app', pathname: `/${database}` }).href
  }
  const appPool = createPool(urlOf(primary), 4)
  onTestFinished(() => appPool.end())
  await expect(appPool.query('select from pg_control_system()')).rejects.toThrow('permission denied')
  const { target } = follow(urlOf(standby), appPool)
  await eventually(async () => (await target()) === 'replica')
  const other = follow(urlOf(standby, 'other'), appPool)
  await eventually(async () => (await other.replica.part.check()).message.includes(otherDatabase))
  expect(await other.target()).toBe('primary')
})
