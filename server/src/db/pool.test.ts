import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { applySettings, createPool } from './pool.ts'

test('connections never compile statements, and end transactions that were abandoned', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const pool = createPool(t.connectionString, 1)
  onTestFinished(() => pool.end())
  const { rows } = await pool.query(
    `select pg_jit_available() as jit, current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ jit: false, idle: '1min' }])
})

test('a setting that the server refuses does not take the others with it', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const client = new pg.Client(t.connectionString)
  await client.connect()
  onTestFinished(() => client.end())
  await applySettings(client, { lock_timeout: '7s', tcp_keepalives_count: 'many', work_mem: '5MB' })
  const { rows } = await client.query(
    `select current_setting('lock_timeout') as lock, current_setting('work_mem') as work_mem`,
  )
  expect(rows).toEqual([{ lock: '7s', work_mem: '5MB' }])
})
