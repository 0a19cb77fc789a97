import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from './log.ts'

function captureLog() {
  const lines: string[] = []
  return { log: createLog('info', { write: (line) => void lines.push(line) }), text: () => lines.join('') }
}

test('addresses that a mail server quotes in its response are not logged', () => {
  const { log, text } = captureLog()
  log.warn({ reason: '550 5.1.1 <grace@customer.test>: unknown, see postmaster@mail.test:25' }, 'not sent')
  expect(text()).not.toContain('@')
  expect(JSON.parse(text()).reason).toBe('550 5.1.1 <[address]>: unknown, see [address]:25')
})

test('the row that PostgreSQL quotes in an error is not logged, but its stack and code are', () => {
  const { log, text } = captureLog()
  const cause = new Error('no such inbox as grace@customer.test')
  const error = Object.assign(new Error('new row violates a check constraint', { cause }), {
    code: '23514',
    detail: 'Failing row contains (1, The body of an email).',
    where: "PL/pgSQL function index_message('The body of an email')",
  })
  log.error({ err: error }, 'failed')
  log.error(error, 'failed')
  expect(text()).not.toMatch(/body of an email|grace/)
  for (const line of text().trim().split('\n'))
    expect(JSON.parse(line).err).toMatchObject({
      code: '23514',
      stack: expect.stringContaining('log.test.ts'),
    })
})

/** Runs a module that has `log` and counts uncaught exceptions; kills it after 10 s. */
function runLogging(body: string, stdout: 'pipe' | number) {
  const program = `
    import fs from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    import { surviveUnexpectedErrors } from ${JSON.stringify(import.meta.resolve('./unexpected-errors.ts'))}
    const log = createLog('info')
    let errors = 0
    surviveUnexpectedErrors(log, () => errors++)
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
  return child
}

function openFullDevice(): number {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  return full
}

test.runIf(process.platform === 'linux')(
  'a process whose log can’t be written counts no uncaught exceptions and ends on SIGTERM',
  async () => {
    const child = runLogging(
      `process.on('SIGTERM', () => { fs.writeSync(2, String(errors)); log.info('a'); log.info('b'); process.exit(0) })
       for (let i = 0; i < 50; i++) { log.info('line'); log.info('line'); await wait(1) }
       fs.writeSync(2, 'ready ')
       await wait(60_000)`,
      openFullDevice(),
    )
    child.stderr?.once('data', () => child.kill('SIGTERM'))
    const [errors, [code]] = await Promise.all([readText(child.stderr as Readable), once(child, 'exit')])
    expect({ code, errors }).toEqual({ code: 0, errors: 'ready 0' })
  },
)

test.runIf(process.platform === 'linux')(
  'a process that exits right after its first lines ends even if they can’t be written',
  async () => {
    const child = runLogging(`log.info('a'); log.info('b'); process.exit(0)`, openFullDevice())
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)

test('a log continues once the disk has room again, although more lines failed than are kept', async () => {
  const child = runLogging(
    `const write = fs.write
     fs.write = (_fd, _data, done) => setImmediate(done, Object.assign(new Error('full'), { code: 'ENOSPC' }))
     for (let i = 0; i < 1200; i++) { log.info('x'.repeat(1024)); if (i % 100 === 0) await wait(1) }
     fs.write = write
     await wait(10)
     for (let i = 0; i < 3; i++) { log.info('x'.repeat(8192) + 'again'); await wait(200) }
     process.exit(0)`,
    'pipe',
  )
  const [output] = await Promise.all([readText(child.stdout as Readable), once(child, 'exit')])
  expect(output).toContain('again')
})

test('the last lines before an exit are written', async () => {
  const child = runLogging(
    `log.info('first'); await wait(50); for (let i = 0; i < 100; i++) log.info('last ' + i); process.exit(0)`,
    'pipe',
  )
  const [output] = await Promise.all([readText(child.stdout as Readable), once(child, 'exit')])
  expect(output).toContain('last 99')
})
