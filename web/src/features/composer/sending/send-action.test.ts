import { expect, test } from 'vitest'
import { parseSendAction, toAfterSend } from './send-action.ts'

test.each([
  ['send', null],
  ['resolve', { status: 'Resolved' }],
  ['180', { status: 'Snoozed', snoozed_until: '3h' }],
  ['7', null],
  ['', null],
])('a stored "%s" makes the button do %j after sending', (kept, after) => {
  expect(toAfterSend(parseSendAction(kept))).toEqual(after)
})
