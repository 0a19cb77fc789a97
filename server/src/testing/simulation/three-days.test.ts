import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { startEngines } from '../engines.ts'
import { live } from './live.ts'
import { mailLeaves, script } from './play.ts'
import { nothingWrong, verdict } from './verdict.ts'
import { makeWorld } from './world.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const day = 86_400_000

// From a Friday over the night in which New York changes its clocks; `npm run test:long -- month` lives through a month.
test('three days with 300 conversations: everything that happens by itself is what the recounts say', async () => {
  const from = new Date('2026-03-06T06:00:00Z')
  const to = new Date(from.getTime() + 3 * day + 12 * 3_600_000)
  t.clock.set(from)
  const world = await makeWorld(t)
  const engines = startEngines(t, {}, mailLeaves(t))
  await engines.settle()
  await live(world, script(7, from, 3.5, 300, world.agents.length), engines.goTo, to)
  const { counts, wrong } = await verdict(world, from, to)
  expect(wrong).toEqual(nothingWrong)
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(20)
}, 600_000)
