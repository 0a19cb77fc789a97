import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { operatorActor } from '../actor.ts'
import type { Backfill } from '../backfills/backfill.ts'
import { backfillFinisher } from '../backfills/finish-backfill.ts'
import { systemClock } from '../clock.ts'
import { migrate, migrationLock, migrationsFolder } from '../db/migrate.ts'
import { createDb, createPool } from '../db/pool.ts'
import { transactor } from '../db/transaction.ts'
import { readPausedCopy } from '../paused-copy.ts'
import { ensureEventPartitions } from '../spine/event-partitions.ts'
import { createTestFolder, queryRows } from '../testing/processes/embedded-release.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { readScreens, readSettledScreens, signIn } from '../testing/read-screens.ts'
import { eventually } from '../testing/web-sockets.ts'
import { moveDatabase } from './move-database.ts'
import { noProgress } from './progress.ts'

type Settings = Record<string, string> & { PORT: string; PARLEY_DATA_DIR: string }

const admin = { email: 'noor@lumenoak.example', password: 'Welcome-2-Parley' }

async function start(env: Settings, ...args: string[]) {
  const server = startProgram('main.ts', env, args)
  await server.waitForOutput(/Parley is ready/)
  return {
    async stop() {
      server.child.kill('SIGTERM')
      expect(await server.exited, server.output()).toBe(0)
    },
  }
}

async function migrateTo(env: Settings, place: string) {
  const command = startProgram('backup.ts', env, ['migrate-to', place])
  return { code: await command.exited, output: command.output() }
}

const countRows = async (database: string) => {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query(
    'select (select count(*) from messages)::int as messages, (select count(*) from graphile_worker._private_jobs)::int as jobs',
  )
  await client.end()
  return rows[0]
}

test('a workspace moves to another database and back; every screen is as before, and what is left behind is paused', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env: Settings = {
    ...(await freePorts()),
    PARLEY_DATA_DIR: join(folder, 'data'),
    SMTP_RECEIVER_PORT: '0',
  }
  const database = await createEmptyDatabase()
  const demo = await start(env, '--demo')
  const refused = await migrateTo(env, database)
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/Parley is running on \S+\. Stop it first/)
  await demo.stop()
  const embedded = await start(env)
  const cookie = await signIn(env.PORT, admin)
  const before = await readSettledScreens(env.PORT, cookie)
  await embedded.stop()
  expect([...before.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(150)

  const moved = await migrateTo(env, database)
  expect(moved.code, moved.output).toBe(0)
  expect(moved.output).toMatch(/Moved [\d,]+ rows to postgres:\/\/[^:@]+:\d+\/parley_test/)
  expect((await countRows(database)).jobs).toBeGreaterThan(0)
  const again = await migrateTo(env, database)
  expect(again.output).toContain('There are tables in this database already')

  const external = { ...env, DATABASE_URL: database }
  const server = await start(external)
  const after = await readScreens(env.PORT, cookie)
  await server.stop()
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [path, screen] of before) expect(after.get(path), path).toEqual(screen)

  // Started by mistake.
  const old = await start(env)
  const settings = (await readScreens(env.PORT, cookie)).get('/api/v1/settings/general')
  await old.stop()
  expect(settings).toMatchObject({
    content: {
      data: { 'app.paused_copy': { moved_to: expect.stringContaining('postgres://'), backup_of: null } },
    },
  })

  const occupied = await migrateTo(external, 'embedded')
  expect(occupied.output).toContain('There are tables in this database already')
  renameSync(join(env.PARLEY_DATA_DIR, 'postgres'), join(folder, 'postgres-before'))
  const back = await migrateTo(external, 'embedded')
  expect(back.code, back.output).toBe(0)
  const last = await start(env)
  const returned = await readScreens(env.PORT, cookie)
  await last.stop()
  for (const [path, screen] of before) expect(returned.get(path), path).toEqual(screen)
})

test('a workspace that is used during the move stays where it is', async () => {
  const [from, to] = [await createEmptyDatabase(), await createEmptyDatabase()]
  await migrate(from)
  const db = createDb(createPool(from, 1))
  onTestFinished(() => db.destroy())
  await ensureEventPartitions(db, new Date())
  // Migrating the new database waits for this lock, after the snapshot of the old one was taken.
  const holder = new pg.Client(to)
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [migrationLock])
  const moved = moveDatabase({ from, to, called: 'elsewhere', now: new Date() }, noProgress).catch(
    (error: Error) => error.message,
  )
  await eventually(async () => {
    const { rows } = await holder.query(
      `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length === 1
  })
  await transactor(db, systemClock, () => {})(operatorActor(1), (tx) =>
    tx.record({ type: 'tag.created', object: { type: 'tag', id: null } }),
  )
  await holder.end()
  expect(await moved).toContain('The workspace was used during the move')
  expect(await readPausedCopy(db)).toBeNull()
  // Started on it by mistake, a server sends nothing.
  const copy = createDb(createPool(to, 1))
  onTestFinished(() => copy.destroy())
  expect(await readPausedCopy(copy)).not.toBeNull()
})

const laterRelease = {
  '9001_prices.sql': `create table prices (id int primary key, amount text, cents int); insert into prices values (1, '2.50');
insert into backfills (name) select 'cents' where exists (select from prices);`,
  '9002_cents.sql': `-- Amounts are in cents.
-- oldest-compatible-schema: 9001
-- requires-backfill: cents
alter table prices drop column amount, alter column cents set not null;`,
}

const cents: Backfill = {
  name: 'cents',
  estimate: async () => 1,
  async handleBatch(trx) {
    await sql`update prices set cents = (amount::numeric * 100)::int`.execute(trx)
    return { cursor: null, done: 1 }
  },
}

test('a backfill that a migration requires is finished in the new database, too', async () => {
  const path = join(createTestFolder(), 'migrations')
  cpSync(fileURLToPath(migrationsFolder), path, { recursive: true })
  for (const [name, text] of Object.entries(laterRelease)) writeFileSync(join(path, name), text)
  const folder = pathToFileURL(`${path}/`)
  const backfills = [cents]
  const [from, to] = [await createEmptyDatabase(), await createEmptyDatabase()]
  await migrate(from, { folder, finishBackfill: backfillFinisher(from, { clock: systemClock, backfills }) })
  await queryRows(from, 'update prices set cents = 275')

  const move = { from, to, called: 'elsewhere', now: new Date(), schema: { folder, backfills } }
  await moveDatabase(move, noProgress)
  expect(await queryRows(to, 'select id, cents from prices')).toEqual([{ id: 1, cents: 275 }])
  expect(await queryRows(to, 'select name from backfills where finished_at is null')).toEqual([])
})
