import type { Agent } from '@parley/contract/agents/agent'
import { expect, test } from 'vitest'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { resolveRefusal, setStatusTo, snoozeRefusal, snoozeUntil, tagWith } from './conversation-changes.ts'

const now = new Date('2026-09-01T12:00:00Z')
const status = (id: number, name: string, category: 'open' | 'waiting' | 'closed') => ({
  id,
  name,
  category,
  created_at: now.toISOString(),
  is_default: true,
})
const resolved = status(3, 'Resolved', 'closed')
const me = (permissions: string[]) => ({ id: 7, permissions }) as Agent // only these fields are used
const mine = toConversation(conversationFixture(1))
const unassigned = toConversation(conversationFixture(1, { assigned_user_id: null }))

test('resolving an unassigned conversation assigns it to the resolver and keeps other assignees', () => {
  expect(setStatusTo(unassigned, resolved, me([])).patch.assigned_user_id).toBe(7)
  expect(
    setStatusTo(toConversation(conversationFixture(1, { assigned_user_id: 8 })), resolved, me([])).patch
      .assigned_user_id,
  ).toBe(8)
  expect(setStatusTo(unassigned, status(4, 'Closed', 'closed'), me([])).patch.assigned_user_id).toBeNull()
})

test('an agent without assign permission cannot resolve an unassigned conversation', () => {
  expect(resolveRefusal(unassigned, me([]), now)).toMatch(/Assign this conversation/)
  expect(resolveRefusal(unassigned, me(['conversations:update_user_assignee']), now)).toBeNull()
  expect(resolveRefusal(mine, me([]), now)).toBeNull()
})

test.each([
  [null, 'Choose when to snooze until'],
  [new Date(now), 'A future time must be selected'],
  [new Date(now.getTime() + 60_000), null],
])('snoozing until %s: %s', (until, reason) => {
  expect(snoozeRefusal(mine, until, now)).toBe(reason)
})

test('leaving Snoozed clears its time', () => {
  const until = new Date(now.getTime() + 60_000)
  const snoozed = toConversation({
    ...mine,
    ...snoozeUntil(mine, status(2, 'Snoozed', 'waiting'), until).patch,
  })
  expect(snoozed).toMatchObject({ status_id: 2, snoozed_until: until.toISOString() })
  expect(setStatusTo(snoozed, status(1, 'Open', 'open'), me([])).patch.snoozed_until).toBeNull()
})

test('tags are patched in the server’s sort order', () => {
  expect(tagWith(mine, ['vat', 'billing']).patch.tags).toEqual(['billing', 'vat'])
})
