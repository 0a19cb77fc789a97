import { expect, test } from 'vitest'
import { runSoak } from './run-soak.ts'
import { judge } from './soak-report.ts'

test('half a minute of full load loses nothing, and is measured', { timeout: 300_000 }, async ({
  signal,
}) => {
  const result = await runSoak(
    {
      ...{ seed: 7, hours: 25 / 3_600, agents: 4, sample_s: 1, idle_s: 0 },
      ...{ backup_s: 8, expire_s: 2, signal },
    },
    () => {},
  )
  expect(result.failures).toEqual([])
  const { counts } = result
  expect(counts.emails).toBeGreaterThan(20)
  expect(counts.replies).toBeGreaterThan(0)
  expect(counts.webhook_calls).toBeGreaterThan(counts.emails / 2)
  expect(counts.frames).toBeGreaterThan(counts.sockets)
  expect(counts.backups).toBeGreaterThan(0)
  // Sessions expire, so some agents sign in again.
  expect(counts.sign_ins).toBeGreaterThan(4)
  expect(result.samples.length).toBeGreaterThan(8)
  for (const { resident, heap_used, descriptors, connections } of result.samples) {
    expect(resident).toBeGreaterThan(heap_used)
    expect(heap_used).toBeGreaterThan(10)
    expect(descriptors).toBeGreaterThan(connections)
    expect(connections).toBeGreaterThan(0)
  }
  expect(Number.isFinite(judge(result.samples).slope.per_hour)).toBe(true)
})
