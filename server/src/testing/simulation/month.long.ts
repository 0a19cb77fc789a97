import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestEngines } from '../test-engines.ts'
import { compareWithRecounts, noDifferences } from './compare-with-recounts.ts'
import { runScript } from './run-script.ts'
import { createSimulatedWorkspace } from './simulated-workspace.ts'
import { generateScript, instantMailDelivery } from './user-actions.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

// March 2026: DST starts in New York on the 8th and in Berlin on the 29th, and each of the three calendars has its own holiday.
test('a month with 5,000 conversations: all automatic behaviour matches the recounts', async () => {
  const from = new Date('2026-03-01T00:00:00Z')
  const to = new Date('2026-04-01T00:00:00Z')
  t.clock.set(from)
  const world = await createSimulatedWorkspace(t)
  const engines = startTestEngines(t, {}, instantMailDelivery(t))
  await engines.settle()
  const actions = generateScript(31, from, 31, 5000, world.agents.length)
  let done = 0
  await runScript(
    world,
    actions,
    (at) => {
      if (done++ % 1000 === 0) console.log(`${at.toISOString().slice(0, 16)}: ${done} of ${actions.length}`)
      return engines.advanceTo(at)
    },
    to,
  )
  const { counts, wrong } = await compareWithRecounts(world, from, to)
  console.log(counts)
  expect(wrong).toEqual(noDifferences)
})
