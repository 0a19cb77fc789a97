/** `npm test`: everything, with what it needs installed first. The last line counts all tests of all suites. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres15 } from './services/postgres15.ts'
import { ensureInstalled } from './setup/system-packages.ts'
import { type Outcome, runStep } from './step.ts'
import { closingLine, readPlaywright, readVitest, sum } from './test-reports.ts'

ensureInstalled(['chromium', 'dovecot', 'postgres'])
if (!process.env.PARLEY_MAIL_CASES) {
  console.log(
    '\n!!! PARLEY_MAIL_CASES is not set: the LARGE SET OF MAIL CASES WILL NOT BE RUN, only our own.\n',
  )
}

const reports = mkdtempSync(join(tmpdir(), 'parley-test-'))
const report = {
  unit: join(reports, 'unit.json'),
  server: join(reports, 'server.json'),
  e2e: join(reports, 'e2e.json'),
}
const node = process.execPath
const steps: Outcome[] = []

steps.push(
  await runStep({
    title: 'check',
    command: [node, 'scripts/check.ts'],
    env: { SUITE_REPORT: report.unit },
    live: true,
  }),
)

const postgres = await startPostgres15()
try {
  const env = { DATABASE_URL: postgres.url }
  steps.push(
    await runStep({ title: 'schema', command: [node, 'scripts/gen-schema.ts', '--check'], env }),
    await runStep({
      title: 'server',
      command: [
        ...['vitest', 'run', '--project', 'server', '--reporter=default'],
        '--reporter=./scripts/vitest-report.ts',
      ],
      env: { ...env, SUITE_REPORT: report.server },
      live: true,
    }),
  )
} finally {
  await postgres.stop()
}

steps.push(
  await runStep({ title: 'web build', command: ['npm', 'run', '--silent', 'build'] }),
  await runStep({
    title: 'e2e',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project=e2e'],
    env: { PARLEY_E2E_REPORT: report.e2e, DATABASE_URL: undefined },
    live: true,
  }),
)

const suites = [readVitest(report.unit), readVitest(report.server), readPlaywright(report.e2e)]
const counts = sum(suites)
rmSync(reports, { recursive: true })
const broken = steps.filter(({ passed }) => !passed)
// A step that fails without a failing test (types, lint, the build) must not hide behind "0 failed".
const total = counts.failed === 0 ? { ...counts, failed: broken.length } : counts
const seconds = steps.reduce((all, step) => all + step.seconds, 0)
// The reports of the suites lie far above.
for (const line of suites.flatMap(({ failures }) => failures)) console.log(`\n✗ ${line}`)
console.log(`\n${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)
if (broken.length > 0) console.log(`Broken: ${broken.map(({ title }) => title).join(', ')}`)
console.log(closingLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
