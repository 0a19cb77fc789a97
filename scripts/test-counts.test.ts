import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, playwrightCounts, sum, vitestCounts } from './test-counts.ts'

function file(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-counts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const vitest = (passed: number, failed: number, success = failed === 0) =>
  file({ success, numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 2 })
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) =>
  file({ errors, stats: { expected, unexpected, flaky, skipped: 4 } })

test('passed, failed and skipped tests are counted', () => {
  expect(vitestCounts(vitest(5, 2))).toEqual({ passed: 5, failed: 2, skipped: 3 })
  expect(playwrightCounts(playwright(5, 2))).toEqual({ passed: 5, failed: 2, skipped: 4 })
})

test('a file that does not even load is a failure', () => {
  expect(vitestCounts(vitest(5, 0, false))).toMatchObject({ passed: 5, failed: 1 })
  expect(playwrightCounts(playwright(5, 0, 0, [{}]))).toMatchObject({ passed: 5, failed: 1 })
})

test('a flaky test is a failure', () => {
  expect(playwrightCounts(playwright(5, 0, 1))).toMatchObject({ passed: 5, failed: 1 })
})

test('a suite that leaves no report is a failure', () => {
  expect(vitestCounts('/nowhere.json').failed).toBe(1)
  expect(playwrightCounts('/nowhere.json').failed).toBe(1)
})

test('the closing line adds the suites up and names skipped tests only when there are some', () => {
  const all = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 3, skipped: 0 },
  ]
  expect(closingLine(sum(all))).toBe('3 passed, 3 failed')
  expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
})
