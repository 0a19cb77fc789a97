import { testLegs } from '../fixtures/storm-test.ts'

testLegs({ rounds: 1_000, leg: 50, mails: 1_500, replies: 600 })
