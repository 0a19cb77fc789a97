import { writeSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { runSoak } from './run-soak.ts'
import { judge, soakTable, writeSoakReport } from './soak-report.ts'
import type { Sample } from './soak-samples.ts'

const hours = Number(process.env.PARLEY_LONG_HOURS ?? 2)
const seed = Number(process.env.PARLEY_LONG_SEED ?? 1)
const bounds = { idle: 200, loaded: 350, slope: 5, descriptors: 10, connections: 3 }

/** npm run test:long -- soak [--hours 8] [--seed N]. The result is in .cache/long. */
test('under full load, memory, descriptors and connections stay level and no email is lost', {
  timeout: (hours + 1) * 3_600_000,
}, async ({ signal }) => {
  const plan = {
    ...{ seed, hours, agents: 12, sample_s: 10, idle_s: 60 },
    ...{ backup_s: Math.max(60, hours * 450), expire_s: 20, signal },
  }
  console.log(`Seed ${seed}, ${hours} h`)
  let samples: Sample[] = []
  const stdout = 1
  const printSoFar = () => {
    writeSync(stdout, writeSoakReport(plan, samples))
    process.exit(1)
  }
  // Whoever stops it gets what there is; the server and its database receive the same signal.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, printSoFar)
    onTestFinished(() => void process.off(name, printSoFar))
  }
  const result = await runSoak(plan, (all) => {
    samples = all
    if (all.length % 6 > 0) return
    writeSoakReport(plan, all)
    console.log(soakTable(all.slice(-1)).split('\n').at(-1))
  }).catch((error) => {
    console.log(writeSoakReport(plan, samples))
    throw error
  })
  console.log(writeSoakReport(plan, result.samples, result))
  expect(result.failures).toEqual([])
  expect(result.idle.resident).toBeLessThanOrEqual(bounds.idle)
  const verdict = judge(result.samples)
  expect(verdict.resident.last).toBeLessThanOrEqual(bounds.loaded)
  expect(verdict.slope.per_hour).toBeLessThanOrEqual(bounds.slope)
  expect(verdict.descriptors_growth).toBeLessThanOrEqual(bounds.descriptors)
  expect(verdict.connections_growth).toBeLessThanOrEqual(bounds.connections)
})
