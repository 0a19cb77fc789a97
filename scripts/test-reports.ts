import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Counts = { passed: number; failed: number; skipped: number }
/** The result of one suite. */
export type SuiteReport = Counts & {
  /** One line each: file, test and the start of the error message. */
  failures: string[]
}

const suiteReport: z.ZodType<SuiteReport> = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  failures: z.array(z.string()),
})

/** Reads the report written by `vitest-report.ts`. A missing report counts as one failure. */
export const readVitest = (file: string): SuiteReport =>
  existsSync(file) ? suiteReport.parse(JSON.parse(readFileSync(file, 'utf8'))) : missingReport

type PlaywrightSuite = z.infer<typeof playwrightSuite>
const playwrightSuite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** Reads Playwright's report. A flaky test has failed once, so it counts as failed. */
export function readPlaywright(file: string): SuiteReport {
  if (!existsSync(file)) return missingReport
  const { stats, errors, suites } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => failureLine('outside the tests', '', message)),
      ...suites.flatMap(playwrightFailures),
    ],
  }
}

const playwrightFailures = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .map((spec) => ({
      spec,
      error: spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error,
    }))
    .filter(({ spec, error }) => error !== undefined || !spec.ok)
    .map(({ spec, error }) => failureLine(file, spec.title, error?.message)),
  ...suites.flatMap(playwrightFailures),
]

/** Of a suite that was not run, because no change affects it. */
export const emptyReport: SuiteReport = { passed: 0, failed: 0, skipped: 0, failures: [] }

const missingReport: SuiteReport = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['A suite ended without a report.'],
}

/** The start of the error message; the full message is in the output above. */
export function failureLine(file: string, title: string, message = ''): string {
  const summary = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim()
  return `${[file, title].filter(Boolean).join(' › ')}: ${summary.slice(0, 300)}`
}

export const sumCounts = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
})

export const closingLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** One line for each step with its time, and the counts of those that are suites. */
export function summaryTable(
  steps: readonly { title: string; passed: boolean; seconds: number }[],
  reports: Readonly<Record<string, Counts>>,
): string {
  const rows = steps.map(({ title, passed, seconds }) => {
    const counts = reports[title]
    return [
      title,
      passed ? 'passed' : 'failed',
      `${seconds.toFixed(0)} s`,
      ...(counts ? [counts.passed, counts.failed, counts.skipped].map(String) : ['', '', '']),
    ]
  })
  const table = [['suite', 'result', 'time', 'passed', 'failed', 'skipped'], ...rows]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
