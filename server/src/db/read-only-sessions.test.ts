import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createDb, createPool } from './pool.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a session that started while the database was read-only is replaced after its first refused write', async () => {
  const { rows } = await t.pool.query('select current_database() as name')
  const setReadOnly = (value: 'on' | 'off') =>
    t.pool.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  const db = createDb(createPool(t.pool.options.connectionString ?? '', 1))
  await sql`select 1`.execute(db)
  await setReadOnly('off')
  const write = () => sql`update settings set updated_at = updated_at`.execute(db)
  await expect(write()).rejects.toThrow('read-only transaction')
  await expect(write()).resolves.toBeTruthy()
  await db.destroy()
})
