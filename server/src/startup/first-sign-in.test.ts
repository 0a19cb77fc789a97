import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { migrate } from '../db/migrate.ts'
import { createDb, createPool } from '../db/pool.ts'
import { transactor } from '../db/transaction.ts'
import { createWorkspaceIfMissing } from '../first-start.ts'
import { createSecrets } from '../secrets.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { startPostgres15 } from '../testing/processes/postgres15.ts'
import { createEmptyDatabase, signInStatus, startProgram } from '../testing/processes/server-process.ts'
import { firstSignInLines } from './first-sign-in.ts'

// Starts the real program several times, which takes seconds each on a busy machine.
const slow = 120_000
const printedPassword = /^Sign in as admin@parley\.local\nwith the password (\S+) /m

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-first-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'a start whose port is taken creates nothing, and the next one prints how to sign in',
  async () => {
    const ports = await freePorts()
    const env = { ...ports, PARLEY_DATA_DIR: join(folder, 'port-taken') }
    const other = createServer().listen(Number(ports.SMTP_RECEIVER_PORT), '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const failed = startProgram('main.ts', env)
    expect(await failed.exited).toBe(1)
    expect(failed.output()).toContain(`SMTP_RECEIVER_PORT ${ports.SMTP_RECEIVER_PORT} is in use`)
    expect(existsSync(env.PARLEY_DATA_DIR)).toBe(false)
    other.close()

    const second = startProgram('main.ts', env)
    const [, password = ''] = await second.waitForOutput(printedPassword)
    expect(await signInStatus(ports.PORT, 'admin@parley.local', password)).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  },
  slow,
)

test(
  'a start killed before it is ready loses no password, and the message ends with the first sign-in',
  async () => {
    const ports = await freePorts()
    // While the table is locked, events of all databases on the same server stay unreadable.
    const postgres = await startPostgres15()
    onTestFinished(() => postgres.stop())
    const DATABASE_URL = postgres.url
    const env = { ...ports, PARLEY_DATA_DIR: join(folder, 'killed'), DATABASE_URL }
    await migrate(DATABASE_URL)
    const database = new pg.Client(DATABASE_URL)
    await database.connect()
    onTestFinished(() => database.end())
    const countOf = async (table: string) =>
      Number((await database.query(`select count(*) from ${table}`)).rows[0].count)
    // Receiving mail needs this table and the workspace does not, so the start stops in between.
    await database.query('begin; lock table mail_deliveries in access exclusive mode')
    const first = startProgram('main.ts', env)
    await expect.poll(() => countOf('agents'), { timeout: 60_000 }).toBe(2)
    first.child.kill('SIGKILL')
    await first.exited
    expect(first.output()).not.toContain('Sign in as')
    await database.query('commit')

    const second = startProgram('main.ts', env)
    const [, password = ''] = await second.waitForOutput(printedPassword)
    second.child.kill('SIGKILL')
    await second.exited
    const third = startProgram('main.ts', env)
    expect((await third.waitForOutput(printedPassword))[1], 'the same on each start').toBe(password)
    expect(await countOf('initial_passwords')).toBe(1)
    expect(await signInStatus(ports.PORT, 'admin@parley.local', password)).toBe(200)
    expect(await countOf('initial_passwords')).toBe(0)
    third.child.kill('SIGTERM')
    await third.exited
    const fourth = startProgram('main.ts', env)
    await fourth.waitForOutput(/Parley is ready/)
    expect(fourth.output()).not.toContain('Sign in as')
  },
  slow,
)

async function workspace(admin_password?: string) {
  const connectionString = await createEmptyDatabase()
  await migrate(connectionString)
  const db = createDb(createPool(connectionString, 2))
  onTestFinished(() => db.destroy())
  const secrets = createSecrets('a key for tests only')
  const act = transactor(db, systemClock, () => {})
  await createWorkspaceIfMissing(db, act, { admin_email: 'ada@parley.test', admin_password }, secrets)
  return { db, secrets }
}

test('the stored password is encrypted, and deleted as soon as another one is set', async () => {
  const { db, secrets } = await workspace()
  const [, line = ''] = await firstSignInLines(db, secrets)
  const password = /with the password (\S+)/.exec(line)?.[1] ?? 'none'
  const { sealed_password } = await db.selectFrom('initial_passwords').selectAll().executeTakeFirstOrThrow()
  expect(sealed_password).not.toContain(password)
  expect(secrets.open(sealed_password)).toBe(password)
  await db.updateTable('agents').set({ password_hash: 'another' }).where('is_system', '=', false).execute()
  expect(await db.selectFrom('initial_passwords').selectAll().execute()).toEqual([])
  expect((await firstSignInLines(db, secrets))[1]).toContain(
    'npm run admin -- reset-password ada@parley.test',
  )
})

test('with another key the message says how to get a new password', async () => {
  const { db } = await workspace()
  expect(await firstSignInLines(db, createSecrets('another key'))).toEqual([
    'Sign in as ada@parley.test',
    'If the password is lost, set a new one with: npm run admin -- reset-password ada@parley.test',
  ])
})

test('a password from the environment is neither stored nor printed', async () => {
  const { db, secrets } = await workspace('Correct-horse-1')
  expect(await db.selectFrom('initial_passwords').selectAll().execute()).toEqual([])
  expect((await firstSignInLines(db, secrets)).join()).not.toContain('Correct-horse-1')
})
