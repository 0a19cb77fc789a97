import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's headless Chromium, which is what Playwright uses for headless tests, and a fifth faster than the full browser. */
const debian = '/usr/bin/chromium-headless-shell'
/** Set by `npm run test:slow`. */
const isSlow = process.env.PARLEY_E2E_SLOW !== undefined
const crashTest = 'kill.spec.ts'

export default defineConfig({
  // Each worker has its own server and database. One more than the cores of a small machine, because much of the time is spent waiting: for
  // a claim, a poll, a reconnection.
  workers: 3,
  // Generous, so that tests do not fail on a busy machine. Tests of speed set their own limits.
  expect: { timeout: isSlow ? 45_000 : 30_000 },
  forbidOnly: process.env.CI !== undefined,
  // A test that only passes when retried has found a bug.
  retries: 0,
  timeout: isSlow ? 300_000 : 120_000,
  outputDir: '../test-results',
  globalSetup: './fixtures/create-initial-data.ts',
  reporter: [['list'], ['json', { outputFile: process.env.PARLEY_E2E_REPORT ?? '../test-results/e2e.json' }]],
  projects: [
    // A "teardown" project, because the crash test needs the machine to itself, whether or not the other tests passed; they have limits in
    // seconds.
    { name: 'e2e', testDir: 'tests', testIgnore: crashTest, teardown: 'kill' },
    { name: 'kill', testDir: 'tests', testMatch: crashTest },
    { name: 'long', testDir: 'long', timeout: 60 * 60_000 },
  ],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // A quarter of the processor time went into painting animations without a GPU. first-day.spec.ts and main-job.spec.ts keep them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Use `--trace on` to debug a test; tracing everything takes too long.
    trace: 'off',
    launchOptions: {
      // Elsewhere, Playwright's own Chromium.
      executablePath: existsSync(debian) ? debian : undefined,
      args: [
        // Chromium's sandbox does not work as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Without a GPU, compositing needs no separate process, which saves a twentieth of the time.
        ...['--disable-gpu', '--in-process-gpu'],
        ...['--disable-quic', '--no-first-run', '--disable-sync'],
        // No traffic may leave this machine.
        ...['--disable-background-networking', '--disable-component-update'],
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
