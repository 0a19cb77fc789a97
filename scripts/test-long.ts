/** `npm run test:long`: the long-running tests, in server (`*.long.ts`) and e2e/long, against real services. They take hours. */
import { parseArgs } from 'node:util'
import { runStep } from './run-steps.ts'
import { ensureInstalled } from './setup/system-packages.ts'

ensureInstalled([
  'chromium',
  'debootstrap',
  'dovecot',
  'haproxy',
  'nginx',
  'pgbouncer',
  'postgres',
  'prometheus',
  'socat',
])
// Filters apply in both places: npm run test:long -- month. A seed and a round resume an interrupted run: npm run test:long -- imap --seed
// 7 --from 200. The soak test takes its duration: npm run test:long -- soak --hours 8
const { values: options, positionals: filters } = parseArgs({
  options: { seed: { type: 'string' }, from: { type: 'string' }, hours: { type: 'string' } },
  allowPositionals: true,
})
const settings = {
  PARLEY_LONG_SEED: options.seed,
  PARLEY_LONG_FROM: options.from,
  PARLEY_LONG_HOURS: options.hours,
}

const serverRun = await runStep({
  title: 'server',
  command: ['vitest', 'run', '--project', 'long', '--passWithNoTests', ...filters],
  env: { DATABASE_URL: undefined, ...settings },
  inherit_output: true,
})
const build = await runStep({ title: 'web build', command: ['npm', 'run', '--silent', 'build'] })
const browserRun = await runStep({
  title: 'long',
  command: [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project=long'],
    ...['--pass-with-no-tests', ...filters],
  ],
  env: { DATABASE_URL: undefined, ...settings },
  inherit_output: true,
})
process.exitCode = serverRun.passed && build.passed && browserRun.passed ? 0 : 1
