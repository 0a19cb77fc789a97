import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's Chromium without windows: what Playwright itself takes for headless tests, and a fifth quicker than the whole browser. */
const debian = '/usr/bin/chromium-headless-shell'
/** Set by `npm run test:slow`. */
const isSlow = process.env.PARLEY_E2E_SLOW !== undefined
const storm = 'kill.spec.ts'

export default defineConfig({
  // Each worker has a server and a database of its own. Much of the time they wait for the clock: a claim, a poll, a reconnection.
  workers: 2,
  // A busy machine is no failure. What must be fast says so itself.
  expect: { timeout: isSlow ? 45_000 : 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // A test that needs a second try has found something.
  retries: 0,
  timeout: isSlow ? 300_000 : 60_000,
  outputDir: '../test-results',
  globalSetup: './fixtures/create-initial-data.ts',
  reporter: [['list'], ['json', { outputFile: process.env.PARLEY_E2E_REPORT ?? '../test-results/e2e.json' }]],
  projects: [
    // "Teardown" because the storm of kills wants the machine to itself, whatever became of the others; they have bounds in seconds.
    { name: 'e2e', testDir: 'tests', testIgnore: storm, teardown: 'kill' },
    { name: 'kill', testDir: 'tests', testMatch: storm },
    { name: 'long', testDir: 'long', timeout: 60 * 60_000 },
  ],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // `--trace on` for a test that is being looked into: recording all costs much of the time.
    trace: 'off',
    launchOptions: {
      // Elsewhere, Playwright's own Chromium.
      executablePath: existsSync(debian) ? debian : undefined,
      args: [
        // Chromium's sandbox refuses root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // The process that composes frames is no other where the processor paints: a twentieth less of it.
        ...['--disable-gpu', '--in-process-gpu'],
        ...['--disable-quic', '--no-first-run', '--disable-sync'],
        // Nothing may leave this machine.
        ...['--disable-background-networking', '--disable-component-update'],
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
