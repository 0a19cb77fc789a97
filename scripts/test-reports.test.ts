import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, readPlaywright, readVitest, sum } from './test-reports.ts'

function file(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const vitest = (passed: number, failed: number, success = failed === 0) =>
  file({
    success,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 2,
    testResults: [],
  })
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) =>
  file({ errors, suites: [], stats: { expected, unexpected, flaky, skipped: 4 } })

test('passed, failed and skipped tests are counted', () => {
  expect(readVitest(vitest(5, 2))).toMatchObject({ passed: 5, failed: 2, skipped: 3 })
  expect(readPlaywright(playwright(5, 2))).toMatchObject({ passed: 5, failed: 2, skipped: 4 })
})

test('a file that does not even load is a failure', () => {
  expect(readVitest(vitest(5, 0, false))).toMatchObject({ passed: 5, failed: 1 })
  expect(readPlaywright(playwright(5, 0, 0, [{}]))).toMatchObject({ passed: 5, failed: 1 })
})

test('a flaky test is a failure', () => {
  expect(readPlaywright(playwright(5, 0, 1))).toMatchObject({ passed: 5, failed: 1 })
})

test('a suite that leaves no report is a failure', () => {
  expect(readVitest('/nowhere.json').failed).toBe(1)
  expect(readPlaywright('/nowhere.json').failed).toBe(1)
})

test('every failure is told in a line, also one outside the tests', () => {
  const said = '\u001b[31mexpected 1\u001b[39m\n  to be 2'
  const vitest = {
    ...{ success: false, numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 },
    testResults: [
      {
        name: join(process.cwd(), 'a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'fine', failureMessages: [] },
          { status: 'failed', fullName: 'group wrong', failureMessages: [said] },
        ],
      },
      {
        name: join(process.cwd(), 'b.test.ts'),
        status: 'failed',
        message: 'no start',
        assertionResults: [{ status: 'skipped', fullName: 'never ran' }],
      },
    ],
  }
  expect(readVitest(file(vitest)).failures).toEqual([
    'a.test.ts › group wrong: expected 1 to be 2',
    'b.test.ts › the file itself: no start',
  ])

  const spec = (title: string, ...said: string[]) => ({
    title,
    ok: said.length === 0,
    tests: [{ results: [...said.map((message) => ({ error: { message } })), {}] }],
  })
  const playwright = {
    errors: [{ message: 'no browser' }],
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [spec('fine'), spec('wrong', said)],
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

test('the closing line adds the suites up and names skipped tests only when there are some', () => {
  const all = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 3, skipped: 0 },
  ]
  expect(closingLine(sum(all))).toBe('3 passed, 3 failed')
  expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
})
