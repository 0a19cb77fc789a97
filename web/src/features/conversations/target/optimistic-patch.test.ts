import { expect, test, vi } from 'vitest'
import { optimisticPatch } from './optimistic-patch.ts'

const at = '2026-09-01T12:00:00Z'
const lookups = {
  my_id: 7,
  priorities: [{ id: 3, name: 'High', created_at: at }],
  allStatuses: [
    { id: 2, name: 'Snoozed', category: 'waiting' as const, created_at: at, is_default: true },
    { id: 3, name: 'Resolved', category: 'closed' as const, created_at: at, is_default: true },
  ],
}
const row = { assigned_user_id: 8, assigned_team_id: 4, tags: ['late', 'vip'] }

test('assigning another team removes the agent; the same team or none does not', () => {
  expect(optimisticPatch({ type: 'assign_team', assignee_id: 5 }, row, lookups)).toEqual({
    assigned_team_id: 5,
    assigned_user_id: null,
  })
  expect(optimisticPatch({ type: 'assign_team', assignee_id: 4 }, row, lookups)).toEqual({
    assigned_team_id: 4,
  })
  expect(optimisticPatch({ type: 'assign_team', assignee_id: null }, row, lookups)).toEqual({
    assigned_team_id: null,
  })
})

test('resolving keeps an assignee and assigns an unassigned conversation to the resolver', () => {
  const resolve = { type: 'set_status', status: 'Resolved' } as const
  expect(optimisticPatch(resolve, row, lookups)).toMatchObject({
    status_id: 3,
    status_category: 'closed',
    snoozed_until: null,
    assigned_user_id: 8,
  })
  expect(optimisticPatch(resolve, { ...row, assigned_user_id: null }, lookups).assigned_user_id).toBe(7)
})

test('a snooze duration becomes the instant at which it ends', () => {
  vi.useFakeTimers({ now: new Date(at) })
  const until = (snoozed_until: string) =>
    optimisticPatch({ type: 'set_status', status: 'Snoozed', snoozed_until }, row, lookups).snoozed_until
  expect(until('3h')).toBe('2026-09-01T15:00:00.000Z')
  expect(until('45m')).toBe('2026-09-01T12:45:00.000Z')
  expect(until('2026-09-02T12:00:00.000Z')).toBe('2026-09-02T12:00:00.000Z')
  vi.useRealTimers()
})

test('tags are added to and removed from the current ones', () => {
  expect(optimisticPatch({ type: 'add_tags', tags: ['bug', 'vip'] }, row, lookups).tags).toEqual([
    'bug',
    'late',
    'vip',
  ])
  expect(optimisticPatch({ type: 'remove_tags', tags: ['vip'] }, row, lookups).tags).toEqual(['late'])
})

test('a priority is set by name and cleared with null', () => {
  expect(optimisticPatch({ type: 'set_priority', priority: 'High' }, row, lookups)).toEqual({
    priority: 'High',
    priority_id: 3,
  })
  expect(optimisticPatch({ type: 'set_priority', priority: null }, row, lookups)).toEqual({
    priority: null,
    priority_id: null,
  })
})
