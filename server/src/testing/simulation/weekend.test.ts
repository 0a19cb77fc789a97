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

const day = 86_400_000
const days = 3.5

// From a Friday through the night in which DST starts in New York, to Monday. `npm run test:long -- month` covers a month.
test('a long weekend with 170 conversations: all automatic behaviour matches the recounts', async () => {
  const from = new Date('2026-03-06T06:00:00Z')
  const to = new Date(from.getTime() + days * day)
  t.clock.set(from)
  const workspace = await createSimulatedWorkspace(t)
  const engines = startTestEngines(t, {}, instantMailDelivery(t))
  await engines.settle()
  await runScript(
    workspace,
    generateScript(7, from, days, 170, workspace.agents.length),
    engines.advanceTo,
    to,
  )
  const { counts, wrong } = await compareWithRecounts(workspace, from, to)
  expect(wrong).toEqual(noDifferences)
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(20)
}, 600_000)
