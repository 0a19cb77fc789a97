import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCluster } from './run-cluster.ts'

const folder = fileURLToPath(new URL('../../../../.cache/long/', import.meta.url))
const seed = Number(process.env.PARLEY_LONG_SEED ?? 1)
const from = Number(process.env.PARLEY_LONG_FROM ?? 1)
const faults = Number(process.env.PARLEY_LONG_FAULTS ?? 200)
const log = (line: string) => console.log(line)

/** npm run test:long -- cluster [--seed N] [--from N]. About half an hour; the result is in .cache/long. */
test('3 web, 2 worker and 2 mail nodes with 5,000 sockets: 200 faults and a fail-over', async ({
  signal,
}) => {
  const plan = {
    seed,
    size: { web: 3, worker: 2, mail: 2 },
    sockets: Number(process.env.PARLEY_LONG_SOCKETS ?? 5_000),
    intervals: { mail: 2_000, reply: 3_000, probe: 2_000 },
    ...{ faults, from },
    pause_ms: 4_000,
    fail_over_at: Math.floor(faults / 2),
  }
  const result = await runCluster({ ...plan, signal }, log)
  mkdirSync(folder, { recursive: true })
  const summary = {
    date: new Date().toISOString(),
    cpu: `${cpus().length} × ${cpus()[0]?.model}`,
    plan,
    result,
  }
  writeFileSync(
    `${folder}cluster-${seed}${from > 1 ? `-from-${from}` : ''}.json`,
    `${JSON.stringify(summary, null, 2)}\n`,
  )
  log(JSON.stringify(result, null, 2))
  expect(result.failures).toEqual([])
  expect(result.recovery_s, result.recovery.join('\n')).toBeLessThan(30)
  expect(result.event_ms.p99).toBeLessThanOrEqual(250)
})
