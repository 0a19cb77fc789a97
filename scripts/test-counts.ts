import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type Counts = { passed: number; failed: number; skipped: number }

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
})

/** Counts what Vitest's JSON reporter wrote. A run without a report, or one that broke outside its tests, counts as one failure. */
export function vitestCounts(file: string): Counts {
  if (!existsSync(file)) return oneFailure
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failed = report.numFailedTests
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** Counts what Playwright's JSON reporter wrote. A flaky test has failed once, so it counts as failed. */
export function playwrightCounts(file: string): Counts {
  if (!existsSync(file)) return oneFailure
  const { stats, errors } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  }
}

const oneFailure: Counts = { passed: 0, failed: 1, skipped: 0 }

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
})

export const closingLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
