import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startFlags } from '../testing/processes/start-command.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
/** Loads the whole server without starting it. */
const program = `await import('./server/src/app.ts')
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log((userCPUTime + systemCPUTime) / 1000)
  process.exit()`

/** Resolves with the CPU time in milliseconds. */
async function loadServer(cache: 'cached' | 'uncached'): Promise<number> {
  const { NODE_DISABLE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[...startFlags(), '--import', './server/src/runtime/compile-cache.mjs'],
      ...['--input-type=module', '--eval', program],
    ],
    {
      cwd: repository,
      env: cache === 'cached' ? env : { ...env, NODE_DISABLE_COMPILE_CACHE: '1' },
    },
  )
  return Number(stdout)
}

test('the compile cache saves a quarter of the CPU time of loading the server', {
  timeout: 300_000,
}, async () => {
  await loadServer('cached') // fills the cache if a file has changed
  const runs: Record<'cached' | 'uncached', number[]> = { cached: [], uncached: [] }
  for (let n = 0; n < 2; n++)
    for (const cache of ['cached', 'uncached'] as const) runs[cache].push(await loadServer(cache))
  // The least of several runs: CPU time only grows when other processes compete for the machine. On Node.js 24.21: 1.2 s instead of 2.2 s.
  expect(Math.min(...runs.cached)).toBeLessThan(0.75 * Math.min(...runs.uncached))
})
