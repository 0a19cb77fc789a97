import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dovecot, startDovecot } from '../email/dovecot.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { runRounds } from './run-rounds.ts'

let t: TestApp
let dovecot: Dovecot
beforeAll(async () => {
  t = await startTestApp()
  dovecot = await startDovecot()
})
afterAll(async () => {
  await dovecot.remove()
  await t.stop()
})

test('30 rounds of cuts, delays, saves, toggles and kills: every message is received exactly once', async () => {
  const totals = await runRounds({ t, dovecot, seed: 1 }, 1, 30)
  console.log(`${totals.mails} messages, ${totals.faults} faults`)
  expect(totals.failed).toEqual([])
  expect(totals).toMatchObject({ rounds: 30 })
  expect(totals.faults).toBeGreaterThan(30)
}, 240_000)
