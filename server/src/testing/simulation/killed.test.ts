import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { dice } from '../dice.ts'
import { startEngines } from '../engines.ts'
import { dump } from './dump.ts'
import { startKilled } from './killed.ts'
import { live } from './live.ts'
import { mailLeaves, script } from './play.ts'
import { makeWorld } from './world.ts'

const apps: TestApp[] = []
beforeAll(async () => {
  apps.push(await startTestApp(), await startTestApp())
})
afterAll(() => Promise.all(apps.map((t) => t.stop())))

const hour = 3_600_000

test('killing what acts by itself, anywhere in a day, changes nothing in what comes of it', async () => {
  const from = new Date('2026-03-09T07:00:00Z')
  const to = new Date(from.getTime() + 24 * hour)
  const acts = script(3, from, 0.7, 40, 12)
  const [calm, killed] = apps
  if (!calm || !killed) throw new Error('The workspaces are missing')
  for (const t of apps) t.clock.set(from)

  const worlds = [await makeWorld(calm, { agents: 12 }), await makeWorld(killed, { agents: 12 })] as const
  const engines = startEngines(calm, {}, mailLeaves(calm))
  await engines.settle()
  await live(worlds[0], acts, engines.goTo, to)

  const process = startKilled(killed.connectionString, from, dice(11))
  try {
    await process.goTo(from)
    await live(worlds[1], acts, process.goTo, to)
  } finally {
    await process.stop()
  }
  expect(process.kills()).toBeGreaterThan(5)
  const [undisturbed, outcome] = [await dump(calm.db), await dump(killed.db)]
  for (const [what, rows] of Object.entries(undisturbed)) expect(outcome[what], what).toEqual(rows)
}, 600_000)
