import type { InboxHealth } from '@parley/contract/email/mail-deliveries'
import { expect, test } from 'vitest'
import { countMissing, findInboxHealth, findReceivingError, receivingState } from './inbox-health.ts'

type Mailbox = Partial<InboxHealth['mailboxes'][number]>
// Only the fields that these functions read.
const health = (mailboxes: Mailbox[], last_mail_at: string | null = null) =>
  ({ inbox_id: 3, last_mail_at, mailboxes }) as InboxHealth
const on = { enabled: true }
const at = '2026-11-01T09:00:00.000Z'

test('a disabled inbox is shown as disabled, whatever the state of its mailbox', () => {
  expect(receivingState({ enabled: false }, health([{ last_error: 'refused' }]))).toBe('off')
})

test('it is untested until a mailbox was read or an email arrived', () => {
  expect(receivingState(on, undefined)).toBe('untested')
  expect(receivingState(on, health([{ synced_at: null, last_error: null }]))).toBe('untested')
  expect(receivingState(on, health([{ synced_at: at, last_error: null }]))).toBe('working')
  expect(receivingState(on, health([], at))).toBe('working')
})

test('one failing mailbox of several makes the inbox failing', () => {
  const failing = health([{ synced_at: at, last_error: null }, { last_error: 'wrong password' }], at)
  expect(receivingState(on, failing)).toBe('failing')
  expect(findReceivingError(failing)).toBe('wrong password')
  expect(findReceivingError(health([{ last_error: null }]))).toBeNull()
})

test('missing messages are added up over all mailboxes', () => {
  expect(countMissing(health([{ missing: 2 }, { missing: null }, { missing: 3 }]))).toBe(5)
  expect(countMissing(undefined)).toBe(0)
})

test('health is looked up by inbox', () => {
  const own = health([])
  const all = { inboxes: [{ ...own, inbox_id: 4 }, own] } as Parameters<typeof findInboxHealth>[0]
  expect(findInboxHealth(all, 3)).toBe(own)
  expect(findInboxHealth(all, 5)).toBeUndefined()
  expect(findInboxHealth(undefined, 3)).toBeUndefined()
})
