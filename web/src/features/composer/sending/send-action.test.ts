import { expect, test } from 'vitest'
import { parseSendAction, toAfterSend } from './send-action.ts'

test.each([
  ['send', null],
  ['resolve', { status: 'Resolved' }],
  ['180', { status: 'Snoozed', snoozed_until: '3h' }],
  ['7', null],
  ['', null],
])('kept as "%s", the button does %j beside sending', (kept, after) => {
  expect(toAfterSend(parseSendAction(kept))).toEqual(after)
})
