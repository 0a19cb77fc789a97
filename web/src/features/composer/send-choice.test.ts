import { expect, test } from 'vitest'
import { afterOf, readChoice } from './send-choice.ts'

test.each([
  ['send', null],
  ['resolve', { status: 'Resolved' }],
  ['180', { status: 'Snoozed', snoozed_until: '3h' }],
  ['7', null],
  ['', null],
])('kept as "%s", the button does %j beside sending', (kept, after) => {
  expect(afterOf(readChoice(kept))).toEqual(after)
})
