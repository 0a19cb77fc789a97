import { testStorm } from '../fixtures/storm-test.ts'

testStorm(
  'killed 100 times while 5,000 mails come in and 2,000 replies go out, nothing is lost and nothing doubled',
  { kills: 100, mails: 5000, replies: 2000 },
)
