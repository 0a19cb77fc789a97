/**
 * `npm run test:slow`: the browser tests with throttled pages and responses that are delayed and reordered. What fails here fails
 * occasionally on a busy machine.
 */

import { runStep } from './run-steps.ts'
import { ensureInstalled } from './setup/system-packages.ts'

ensureInstalled(['chromium', 'dovecot'])
const build = await runStep({ title: 'web build', command: ['npm', 'run', '--silent', 'build'] })
const tests = await runStep({
  title: 'slow',
  // Further arguments are passed to Playwright: npm run test:slow -- composer --repeat-each 3
  command: [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project=e2e', '--no-deps'],
    ...process.argv.slice(2),
  ],
  env: { PARLEY_E2E_SLOW: process.env.PARLEY_E2E_SLOW ?? '6', DATABASE_URL: undefined },
  inherit_output: true,
})
process.exitCode = build.passed && tests.passed ? 0 : 1
