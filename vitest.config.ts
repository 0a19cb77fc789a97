import { defineConfig } from 'vitest/config'
import { SlowestFirstSequencer } from './scripts/test-order.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirstSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          // Files restore what they stub. Loading all modules again for each file took half of the time.
          isolate: false,
          include: [
            'contract/src/**/*.test.ts',
            'mail/**/*.test.ts',
            'web/{build,src}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          // Components in a simulated page, with a stubbed server (web/src/testing/render.tsx).
          name: 'components',
          environment: 'happy-dom',
          pool: 'threads',
          maxWorkers: 2,
          // After the unit tests, some of which limit the time for a hostile email.
          sequence: { groupOrder: 1 },
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/page-lifetime.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts', 'client/test/**/*.test.ts'],
          globalSetup: ['scripts/services/test-database.ts', 'server/src/testing/global-setup.ts'],
          // Longer than expect.poll and eventually() wait: their failures say what for.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Generous, so that tests do not fail on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          // One more than the cores of a small machine: a fifth of the time is spent waiting for PostgreSQL and timers.
          maxWorkers: 3,
          // Files have their own databases and change no process-wide state. Loading the server again for each file took a third
          // of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'long',
          include: ['server/**/*.long.ts'],
          globalSetup: ['scripts/services/test-database.ts', 'server/src/testing/global-setup.ts'],
          testTimeout: 3 * 3_600_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
