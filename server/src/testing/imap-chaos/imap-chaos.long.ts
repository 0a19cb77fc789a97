import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dovecot, startDovecot } from '../email/dovecot.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { runRounds, type Totals } from './run-rounds.ts'

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

const rounds = 500
/** `npm run test:long -- imap --seed 7 --from 200` resumes an interrupted run. */
const seed = Number(process.env.PARLEY_LONG_SEED ?? 1)
const from = Number(process.env.PARLEY_LONG_FROM ?? 1)
const file = fileURLToPath(new URL('../../../../.cache/imap-chaos.json', import.meta.url))

test('500 rounds of cuts, delays, saves, toggles and kills: every message is received exactly once', async () => {
  const before = readTotals()
  const save = (now: Totals, next: number) => {
    const combined = {
      rounds: before.rounds + now.rounds,
      mails: before.mails + now.mails,
      faults: before.faults + now.faults,
      failed: [...before.failed, ...now.failed],
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ ...combined, last: { seed, from, next } }, null, 2))
    return combined
  }
  const totals = await runRounds({ t, dovecot, seed }, from, rounds, (now, round) => {
    const combined = save(now, round + 1)
    if (now.rounds % 10 === 0)
      console.log(
        `seed ${seed}, round ${round}: ${combined.rounds} rounds, ${combined.mails} messages, ${combined.faults} faults, ${combined.failed.length} wrong`,
      )
  })
  expect(totals.failed).toEqual([])
})

/** Totals of all runs so far. */
function readTotals(): Totals {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { rounds: 0, mails: 0, faults: 0, failed: [] }
  }
}
