import { defineCrashTestRuns } from '../fixtures/crash-test/define-crash-tests.ts'

defineCrashTestRuns({ rounds: 1_000, rounds_per_run: 50, mails: 1_500, replies: 600 })
