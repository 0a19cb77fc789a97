import { expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect-path.ts'

test.each([
  ['/inboxes/all?status=Open#x', '/inboxes/all?status=Open#x'],
  ['/inboxes/assigned/conversation/1', '/inboxes/assigned/conversation/1'],
  [undefined, null],
  ['', null],
  ['/', null],
  ['/?next=/', null],
  ['/logout', null],
  ['https://evil.test/', null],
  ['inboxes/all', null],
  ['//evil.test/inboxes', null],
  ['/\\evil.test/inboxes', null],
  ['/\t/evil.test/inboxes', null],
  ['javascript:alert(1)', null],
])('after signing in, %j leads to %j', (next, expected) => {
  expect(safeRedirectPath(next)).toBe(expected)
})
