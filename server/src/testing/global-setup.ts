import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../clock.ts'
import { json } from '../db/json.ts'
import { migrate } from '../db/migrate.ts'
import { createDb, createPool, type Db } from '../db/pool.ts'
import { transactor } from '../db/transaction.ts'
import { createWorkspaceIfMissing } from '../first-start.ts'
import { createSecrets } from '../secrets.ts'

/** Migrates one template database for the whole run; every test file clones it (30–60 ms each). */
export default async function setup(project: TestProject) {
  const base = process.env.DATABASE_URL
  if (!base) throw new Error('Set DATABASE_URL to a PostgreSQL server on which databases can be created')
  const template = `parley_template_${randomBytes(4).toString('hex')}`
  const url = new URL(base)
  url.pathname = `/${template}`
  const admin = new pg.Client(base)
  await admin.connect()
  await admin.query(`create database ${template}`)
  await migrate(url.href)
  const db = createDb(createPool(url.href, 2))
  await createWorkspaceIfMissing(
    db,
    transactor(db, systemClock, () => {}),
    {
      admin_email: 'ada@parley.test',
      admin_password: 'Correct-horse-1',
    },
    createSecrets('a key for tests only'),
  )
  // Tests write more per minute than people do, and their clocks advance by months.
  await writeSetting(db, 'app.max_writes_per_minute', 100_000)
  await writeSetting(db, 'app.session_lifetime_days', 365)
  await db.destroy()
  project.provide('template', template)
  project.provide('database_url', base)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
  }
}

const writeSetting = (db: Db, key: string, value: number) =>
  db
    .insertInto('settings')
    .values({ key, value: json(value), updated_at: systemClock.now() })
    .execute()

declare module 'vitest' {
  interface ProvidedContext {
    template: string
    database_url: string
  }
}
