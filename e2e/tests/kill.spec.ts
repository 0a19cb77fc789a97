import { test } from '@playwright/test'
import { type Aftermath, ride, type Storm } from '../fixtures/storm.ts'
import { describe, expectNothingLost } from '../fixtures/storm-verdict.ts'

test('killed ten times while 500 mails come in and 200 replies go out, nothing is lost and nothing doubled', async () => {
  test.setTimeout(180_000)
  const seed = Number(process.env.PARLEY_SEED ?? Date.now() % 1_000_000)
  const storm: Storm = { kills: 10, mails: 500, replies: 200, seed }
  console.log(`PARLEY_SEED=${seed} repeats this storm`)
  const after: Aftermath = await ride(storm)
  console.log(describe(after, storm))
  expectNothingLost(after, storm)
})
