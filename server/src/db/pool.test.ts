import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { createPool } from './pool.ts'

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
