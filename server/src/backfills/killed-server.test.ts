import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createTestFolder, queryRows } from '../testing/processes/embedded-release.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { startPostgres15 } from '../testing/processes/postgres15.ts'
import { startProgram } from '../testing/processes/server-process.ts'
import { listReleasedSchemas, loadReleasedSchema, releasedSecretKey } from '../testing/released-schemas.ts'
import type { BackfillState } from './read-backfills.ts'

test('the search index of old messages is complete after the server was killed while it was being filled', {
  timeout: 180_000,
}, async () => {
  // Its long transactions would hold back the events of all databases on the same server.
  const postgres = await startPostgres15()
  onTestFinished(() => postgres.stop())
  const DATABASE_URL = postgres.url
  const [release] = listReleasedSchemas()
  if (!release) throw new Error('There is no dump of a released schema')
  await loadReleasedSchema(DATABASE_URL, release)
  await migrate(DATABASE_URL)
  await queryRows(
    DATABASE_URL,
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', 1000000 + n, 'uuid', gen_random_uuid(), 'source_id', null))).*
       from messages m, generate_series(1, 20000) n where m.id = (select min(id) from messages where type = 'incoming')`,
  )
  await queryRows(DATABASE_URL, 'delete from search_messages')
  await queryRows(DATABASE_URL, `insert into backfills (name) values ('search_messages')`)
  const readState = async () =>
    (
      await queryRows<BackfillState>(
        DATABASE_URL,
        `select name, done::int, estimate::int, started_at, finished_at from backfills where name = 'search_messages'`,
      )
    )[0]

  const start = async () =>
    startProgram('main.ts', {
      ...{ ...(await freePorts()), DATABASE_URL, PARLEY_DATA_DIR: join(createTestFolder(), 'data') },
      ...{ PARLEY_SECRET_KEY: releasedSecretKey, ROLES: 'worker' },
    })
  // The oldest message comes last. Its index row refers to it, so the last batch waits for this lock.
  const blocker = new pg.Client(DATABASE_URL)
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query(`begin; select from messages where type <> 'activity' order by id limit 1 for update`)
  const killed = await start()
  await expect.poll(async () => (await readState())?.done, { timeout: 60_000 }).toBeGreaterThan(0)
  const exited = once(killed.child, 'exit')
  killed.child.kill('SIGKILL')
  await exited
  await blocker.query('rollback')
  const interrupted = await readState()
  expect(interrupted?.finished_at, 'it was killed in the middle').toBeNull()

  await start()
  await expect
    .poll(async () => (await readState())?.finished_at, { timeout: 100_000 })
    .toEqual(expect.any(Date))
  const [counts] = await queryRows(
    DATABASE_URL,
    `select (select count(*)::int from messages) as messages, (select count(*)::int from search_messages) as indexed,
       (select count(*)::int from messages where type <> 'activity') as searchable`,
  )
  const { messages, indexed, searchable } = counts as Record<string, number>
  expect(indexed).toBe(searchable)
  expect((await readState())?.done, 'each row once').toBe(messages)
  expect(interrupted?.done).toBeLessThan(messages ?? 0)
})
