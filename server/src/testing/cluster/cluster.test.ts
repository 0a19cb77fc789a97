import { expect, test } from 'vitest'
import { runCluster } from './run-cluster.ts'

test('nodes that are killed while the database fails over lose nothing and repeat nothing', {
  timeout: 300_000,
}, async ({ signal }) => {
  const result = await runCluster(
    {
      seed: 7,
      size: { web: 2, worker: 2, mail: 2 },
      sockets: 50,
      intervals: { mail: 300, reply: 700, probe: 500 },
      faults: 6,
      pause_ms: 1_500,
      fail_over_at: 3,
      signal,
    },
    () => {},
  )
  expect(result.failures).toEqual([])
  // A worker has six jobs at a time.
  expect(result.resent).toBeLessThanOrEqual(6 * (result.faults.kills + 1))
  expect(result.promised.mails).toBeGreaterThan(10)
  expect(result.promised.replies).toBeGreaterThan(5)
  expect(result.recovery_s, result.recovery.join('\n')).toBeLessThan(30)
})
