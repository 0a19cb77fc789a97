import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startFlags } from '../testing/processes/start-command.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
/** Loads the whole server without starting it, and says whether Node.js loaded its stripper of types. */
const program = `await import('./server/src/app.ts')
  console.log(process.moduleLoadList.some((name) => name.includes('internal/deps/amaro')))
  process.exit()`

/** Resolves with what Node.js says about its cache, one line a file and event. */
async function loadServer(env: NodeJS.ProcessEnv) {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      ...[...startFlags(), '--import', './server/src/runtime/compile-cache.mjs'],
      ...['--input-type=module', '--eval', program],
    ],
    { cwd: repository, env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, maxBuffer: 100_000_000 },
  )
  const lines = stderr.split('\n')
  return {
    loadsStripper: stdout === 'true\n',
    usesCompiledCode: lines.some((line) =>
      /V8 code cache for ESM \S+\/server\/src\/app\.ts was accepted/.test(line),
    ),
    misses: lines.filter((line) => /no transpile cache|not initialized|rejected|mismatch/.test(line)),
  }
}

test('loading the server again strips and compiles nothing', { timeout: 300_000 }, async () => {
  const { NODE_DISABLE_COMPILE_CACHE: _, ...env } = process.env
  await loadServer(env) // fills the cache if a file has changed
  expect(await loadServer(env)).toEqual({
    loadsStripper: false,
    usesCompiledCode: true,
    misses: [],
  })
})

test('without the cache, the stripper of types is loaded', { timeout: 300_000 }, async () => {
  expect(await loadServer({ ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({
    loadsStripper: true,
    usesCompiledCode: false,
  })
})
