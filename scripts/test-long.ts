/** `npm run test:long`: the long proofs in e2e/long, against the real server. Hours, not minutes. */
import { ensureInstalled } from './setup/system-packages.ts'
import { runStep } from './step.ts'

ensureInstalled(['chromium', 'dovecot'])
const build = await runStep({ title: 'web build', command: ['npm', 'run', '--silent', 'build'] })
const proofs = await runStep({
  title: 'long',
  // Further words select specs: npm run test:long -- kill
  command: [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project=long'],
    ...process.argv.slice(2),
  ],
  env: { DATABASE_URL: undefined },
  live: true,
})
process.exitCode = build.passed && proofs.passed ? 0 : 1
