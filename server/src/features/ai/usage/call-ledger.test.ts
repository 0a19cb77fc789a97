import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { reserveCall } from './call-ledger.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('of two concurrent calls of which only one fits the budget, the second waits and is rejected', async () => {
  await t.db.updateTable('ai_budget').set({ monthly_micros: 150 }).execute()
  const provider = { ...{ id: null, name: 'House model', model: 'test', input_price: 1, output_price: 1 } }
  const agent = await t.make.agent()
  const reserveInTransaction = (beforeCommit: () => Promise<void>) =>
    t.act(agent, async (tx) => {
      // Only the provider's name and prices are read.
      await reserveCall(tx, provider as Parameters<typeof reserveCall>[1], {
        task: 'prompt',
        redactions: 0,
        tokens_in: 50,
        tokens_out: 50,
      })
      await beforeCommit()
    })
  const release = Promise.withResolvers<void>()
  const reserved = Promise.withResolvers<void>()
  const first = reserveInTransaction(() => {
    reserved.resolve()
    return release.promise
  })
  await reserved.promise
  const second = expect(reserveInTransaction(async () => {})).rejects.toThrow('budget')
  await expect
    .poll(async () => {
      const { rows } = await t.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    })
    .toBe(true)
  release.resolve()
  await first
  await second
  expect(await t.db.selectFrom('ai_calls').select('cost_micros').execute()).toEqual([{ cost_micros: 100 }])
})
