import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs this program as `npm start` runs the server; returns what it prints as JSON. */
function run(program: string, { env = {}, preload = true } = {}) {
  const { stdout, stderr, pid } = spawnSync(
    process.execPath,
    [
      ...(preload ? ['--import', './server/src/runtime/allocator-settings.mjs'] : []),
      ...['--expose-gc', '--input-type=module', '--eval', program],
    ],
    { cwd: repository, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  return { printed: JSON.parse(stdout), pid }
}

/** What the process was started with, as the operating system knows it. */
const printStart = `
  const { readFileSync } = await import('node:fs')
  const start = Object.fromEntries(readFileSync('/proc/self/environ', 'utf8').split('\\0').map((line) => line.split('=')))
  console.log(JSON.stringify({ start, env: process.env, pid: process.pid, gc: typeof gc, flags: process.execArgv }))`

test('the process starts with the settings, under the same id and with the same flags', () => {
  const { printed, pid } = run(printStart, { env: { PORT: '3000' } })
  expect(printed).toMatchObject({ pid, gc: 'function' })
  expect(printed.flags).toEqual(expect.arrayContaining(['--expose-gc', '--import']))
  expect(printed.start).toMatchObject({
    PORT: '3000',
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
  })
})

test('child processes start without the settings', () => {
  const { printed } = run(printStart)
  expect(Object.keys(printed.env).filter((name) => name.startsWith('MALLOC'))).toEqual([])
})

test('settings of the operator win, and reach child processes', () => {
  const { printed } = run(printStart, { env: { MALLOC_ARENA_MAX: '7' } })
  expect(printed.start).toMatchObject({ MALLOC_ARENA_MAX: '7', MALLOC_MMAP_THRESHOLD_: '131072' })
  expect(printed.env).toMatchObject({ MALLOC_ARENA_MAX: '7' })
})

/** Frees Buffers of several sizes between small ones that stay; prints by how many MB the process has grown in the end. */
const freeBuffers = `
  const resident = () => process.memoryUsage.rss() / 1e6
  const before = resident()
  const kept = []
  for (let round = 0; round < 3; round++) {
    let large = Array.from({ length: 150 }, (_, n) => {
      kept.push(Buffer.alloc(5_000, 1))
      return Buffer.alloc(n % 30 === 0 ? 8_000_000 : 200_000 + n * 3_000, 1)
    })
    large = null
    gc()
    await new Promise((done) => setTimeout(done, 20))
    gc()
  }
  console.log(JSON.stringify(Math.round(resident() - before)))`

test('freed Buffers are returned to the system', () => {
  expect(run(freeBuffers).printed).toBeLessThan(20)
})
