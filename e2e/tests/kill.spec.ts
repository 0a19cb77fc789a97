import { test } from '@playwright/test'
import { defineCrashTest } from '../fixtures/crash-test/define-crash-tests.ts'

// A reply that was being sent at a kill is sent again when its claim expires, half a minute later.
test.setTimeout(150_000)

defineCrashTest(
  'killing server and database 12 times during 500 incoming mails and 200 replies loses and duplicates nothing',
  {
    kills: 12,
    mails: 500,
    replies: 200,
  },
)
