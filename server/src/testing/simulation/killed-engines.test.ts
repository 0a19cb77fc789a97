import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestEngines } from '../test-engines.ts'
import { dumpOutcome } from './dump-outcome.ts'
import { startKilledEngines } from './killed-engines.ts'
import { runScript } from './run-script.ts'
import { createSimulatedWorkspace } from './simulated-workspace.ts'
import { generateScript, instantMailDelivery } from './user-actions.ts'

const apps: TestApp[] = []
beforeAll(async () => {
  apps.push(await startTestApp(), await startTestApp())
})
afterAll(() => Promise.all(apps.map((t) => t.stop())))

const hour = 3_600_000

test('killing the engine process at random times of a day does not change the outcome', async () => {
  const from = new Date('2026-03-09T07:00:00Z')
  const to = new Date(from.getTime() + 24 * hour)
  const actions = generateScript(3, from, 0.7, 40, 12)
  const [uninterrupted, killed] = apps
  if (!uninterrupted || !killed) throw new Error('The workspaces are missing')
  for (const t of apps) t.clock.set(from)

  const workspaces = [
    await createSimulatedWorkspace(uninterrupted, { agents: 12 }),
    await createSimulatedWorkspace(killed, { agents: 12 }),
  ] as const
  const engines = startTestEngines(uninterrupted, {}, instantMailDelivery(uninterrupted))
  await engines.settle()
  await runScript(workspaces[0], actions, engines.advanceTo, to)

  const process = startKilledEngines(killed.connectionString, from, seededRandom(11))
  try {
    await process.goTo(from)
    await runScript(workspaces[1], actions, process.goTo, to)
  } finally {
    await process.stop()
  }
  expect(process.kills()).toBeGreaterThan(5)
  const [undisturbed, outcome] = [await dumpOutcome(uninterrupted.db), await dumpOutcome(killed.db)]
  for (const [what, rows] of Object.entries(undisturbed)) expect(outcome[what], what).toEqual(rows)
}, 600_000)
