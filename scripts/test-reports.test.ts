import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, readPlaywright, readVitest, sumCounts, summaryTable } from './test-reports.ts'

function file(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** Runs these test files like `npm test` does, and returns its report. */
async function vitest(files: Record<string, string>) {
  const root = mkdtempSync(join(import.meta.dirname, '.report-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, body] of Object.entries(files))
    writeFileSync(join(root, name), `import { beforeAll, describe, expect, test } from 'vitest'\n${body}`)
  writeFileSync(join(root, 'config.ts'), 'export default {}')
  const report = join(root, 'report.json')
  const reporter = join(import.meta.dirname, 'vitest-report.ts')
  const run = spawn(
    'vitest',
    ['run', '--root', root, '--config', join(root, 'config.ts'), `--reporter=${reporter}`],
    {
      env: { ...process.env, SUITE_REPORT: report },
      stdio: 'ignore',
    },
  )
  await once(run, 'close')
  return readVitest(report)
}

const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) =>
  file({ errors, suites: [], stats: { expected, unexpected, flaky, skipped: 4 } })

test('counts passed, failed and skipped tests', () => {
  expect(readPlaywright(playwright(5, 2))).toMatchObject({ passed: 5, failed: 2, skipped: 4 })
})

test('a file that cannot be loaded is a failure', () => {
  expect(readPlaywright(playwright(5, 0, 0, [{}]))).toMatchObject({ passed: 5, failed: 1 })
})

test('a flaky test is a failure', () => {
  expect(readPlaywright(playwright(5, 0, 1))).toMatchObject({ passed: 5, failed: 1 })
})

test('a suite without a report is a failure', () => {
  expect(readVitest('/nowhere.json').failed).toBe(1)
  expect(readPlaywright('/nowhere.json').failed).toBe(1)
})

test('the Vitest report lists every failure, including those of a crashed process', {
  timeout: 60_000,
}, async () => {
  const report = await vitest({
    'a.test.ts': `test('fine', () => {})
      test.skip('not now', () => {})
      describe('group', () => test('wrong', () => expect(1).toBe(2)))`,
    'b.test.ts': `beforeAll(() => { throw new Error('no start') })
      test('never ran', () => {})`,
    'c.test.ts': `test('before', () => {})
      test('kills', async () => { await new Promise((r) => setTimeout(r, 500)); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })
      test('after', () => {})`,
    'd.test.ts': `throw new Error('does not load')`,
    'e.test.ts': `test('late', async () => { Promise.reject(new Error('nobody waits')); await new Promise((r) => setTimeout(r, 50)) })`,
  })
  expect(
    report.failures
      .map((line) => line.replace(/(outside the tests: ).*Worker.*SIGKILL.*/, '$1a process was killed'))
      .toSorted(),
  ).toEqual([
    'a.test.ts › group > wrong: expected 1 to be 2 // Object.is equality',
    'b.test.ts › the file itself: no start',
    'c.test.ts › after: it did not come to its end',
    'c.test.ts › kills: it did not come to its end',
    'd.test.ts › the file itself: does not load',
    'outside the tests: a process was killed',
    'outside the tests: nobody waits',
  ])
  expect(report).toMatchObject({ passed: 3, failed: 7, skipped: 2 })
})

test('the Playwright report has one line per failure, including errors outside the tests', () => {
  const messages = '\u001b[31mexpected 1\u001b[39m\n  to be 2'
  const spec = (title: string, ...messages: string[]) => ({
    title,
    ok: messages.length === 0,
    tests: [{ results: [...messages.map((message) => ({ error: { message } })), {}] }],
  })
  const playwright = {
    errors: [{ message: 'no browser' }],
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [spec('fine'), spec('wrong', messages)],
        suites: [{ file: 'a.spec.ts', specs: [spec('at second try', 'late')] }],
      },
    ],
  }
  expect(readPlaywright(file(playwright)).failures).toEqual([
    'outside the tests: no browser',
    'a.spec.ts › wrong: expected 1 to be 2',
    'a.spec.ts › at second try: late',
  ])
})

test('the closing line adds up the suites and mentions skipped tests only if there are any', () => {
  const suites = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 3, skipped: 0 },
  ]
  expect(closingLine(sumCounts(suites))).toBe('3 passed, 3 failed')
  expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
})

test('the table lists every step with its time, and counts for suites', () => {
  const steps = [
    { title: 'check', passed: true, seconds: 50.4 },
    { title: 'web build', passed: false, seconds: 7 },
  ]
  expect(summaryTable(steps, { check: { passed: 12, failed: 0, skipped: 3 } }).split('\n')).toEqual([
    'suite      result  time  passed  failed  skipped',
    'check      passed  50 s      12       0        3',
    'web build  failed   7 s',
  ])
})
