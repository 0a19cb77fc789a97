/**
 * `npm test`: all tests, after installing what they need. The last line counts the tests of all suites.
 * `npm test -- --changed [BRANCH]`: only what the changes since BRANCH (main) can affect.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuildCurrent } from '../web/build/built-sources.ts'
import { affectedSuites, changesSince } from './affected-suites.ts'
import { type Outcome, runStep } from './run-steps.ts'
import { ensureInstalled } from './setup/system-packages.ts'
import {
  closingLine,
  emptyReport,
  readPlaywright,
  readVitest,
  sumCounts,
  summaryTable,
} from './test-reports.ts'

const { values: options, positionals } = parseArgs({
  options: { changed: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const changes = options.changed ? changesSince(positionals[0] ?? 'main') : null
const affected = changes ? affectedSuites(changes.files) : ({ server: true, e2e: 'all' } as const)
const runsE2e = affected.e2e === 'all' || affected.e2e.length > 0
const onlyChanged = changes ? ['--changed', changes.base, '--passWithNoTests'] : []

ensureInstalled(['chromium', 'dovecot', 'haproxy', 'nginx', 'pgbouncer', 'postgres', 'prometheus', 'systemd'])
if (!process.env.PARLEY_MAIL_CASES) {
  console.log(
    '\n!!! PARLEY_MAIL_CASES is not set: the LARGE SET OF MAIL CASES WILL NOT BE RUN, only our own.\n',
  )
}

const reportsFolder = mkdtempSync(join(tmpdir(), 'parley-test-'))
const reportFiles = {
  unit: join(reportsFolder, 'unit.json'),
  server: join(reportsFolder, 'server.json'),
  e2e: join(reportsFolder, 'e2e.json'),
}
const node = process.execPath
const steps: Outcome[] = []

steps.push(
  await runStep({
    title: 'check',
    command: [node, 'scripts/check.ts', ...onlyChanged],
    env: { SUITE_REPORT: reportFiles.unit },
    inherit_output: true,
  }),
)

// Both start a temporary PostgreSQL.
if (affected.server)
  steps.push(
    await runStep({
      title: 'schema',
      command: [node, 'scripts/gen-schema.ts', '--check'],
      env: { DATABASE_URL: undefined },
    }),
    await runStep({
      title: 'server',
      command: [
        ...['vitest', 'run', '--project', 'server', '--reporter=default'],
        ...['--reporter=./scripts/vitest-report.ts', ...onlyChanged],
      ],
      env: { DATABASE_URL: undefined, SUITE_REPORT: reportFiles.server },
      inherit_output: true,
    }),
  )

if (runsE2e)
  steps.push(
    // `npm ci` has built it.
    ...(isBuildCurrent()
      ? []
      : [await runStep({ title: 'web build', command: ['npm', 'run', '--silent', 'build'] })]),
    await runStep({
      title: 'e2e',
      command: [
        ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project=e2e'],
        ...(affected.e2e === 'all' ? [] : affected.e2e),
      ],
      env: { PARLEY_E2E_REPORT: reportFiles.e2e, DATABASE_URL: undefined },
      inherit_output: true,
    }),
  )

const reports = {
  check: readVitest(reportFiles.unit),
  server: affected.server ? readVitest(reportFiles.server) : emptyReport,
  e2e: runsE2e ? readPlaywright(reportFiles.e2e) : emptyReport,
}
const suites = Object.values(reports)
const counts = sumCounts(suites)
rmSync(reportsFolder, { recursive: true })
const failedSteps = steps.filter(({ passed }) => !passed)
// A step that fails without a failing test (types, lint, build) must not be hidden by "0 failed".
const total = counts.failed === 0 ? { ...counts, failed: failedSteps.length } : counts
const seconds = steps.reduce((total_seconds, step) => total_seconds + step.seconds, 0)
// The reports of the suites are far above.
for (const line of suites.flatMap(({ failures }) => failures)) console.log(`\n✗ ${line}`)
console.log(`\n${summaryTable(steps, reports)}`)
console.log(`\n${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)
if (failedSteps.length > 0) console.log(`Broken: ${failedSteps.map(({ title }) => title).join(', ')}`)
console.log(closingLine(total))
process.exitCode = total.failed > 0 || (total.passed === 0 && !changes) ? 1 : 0
