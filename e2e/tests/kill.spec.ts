import { test } from '@playwright/test'
import { defineCrashTest } from '../fixtures/crash-test/define-crash-tests.ts'

// A reply that was being sent at a kill is sent again when its claim expires, half a minute later.
test.setTimeout(150_000)

defineCrashTest(
  'server and database killed 12 times while 500 mails come in and 200 replies go out, nothing is lost and nothing doubled',
  {
    kills: 12,
    mails: 500,
    replies: 200,
  },
)
