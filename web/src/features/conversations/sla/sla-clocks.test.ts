import { expect, test } from 'vitest'
import { durationParts } from '../../../format/duration.ts'
import { slaClocks, visibleSlaClocks } from './sla-clocks.ts'

const now = new Date('2026-09-01T12:00:00Z')
const none: Parameters<typeof slaClocks>[0] = {
  first_response_deadline_at: null,
  first_reply_at: null,
  resolution_deadline_at: null,
  resolved_at: null,
  next_response_deadline_at: null,
  next_response_met_at: null,
}
const MINUTE = 60_000

// Spec section 4: remaining (due in future, not met), hit (met on time), overdue (past due).
test.each([
  ['remaining', '2026-09-01T12:12:00Z', null, 12],
  ['overdue', '2026-09-01T11:52:00Z', null, 8],
  ['hit', '2026-09-01T11:52:00Z', '2026-09-01T11:45:00Z', 7],
  // A target met too late is overdue by how late it was, not by how long ago.
  ['overdue', '2026-09-01T10:00:00Z', '2026-09-01T10:30:00Z', 30],
] as const)('a first reply is %s when due %s and made %s', (state, due, met, minutes) => {
  const c = { ...none, first_response_deadline_at: due, first_reply_at: met }
  expect(slaClocks(c, now)).toEqual([{ name: 'FRD', state, ms: minutes * MINUTE, due }])
})

test('a target is not overdue at its exact deadline', () => {
  const at = now.toISOString()
  expect(slaClocks({ ...none, resolution_deadline_at: at }, now)[0]?.state).toBe('remaining')
})

test('the labels are FRD, NRD and RD: first response, next response and resolution deadline', () => {
  const due = '2026-09-01T13:00:00Z'
  const all = {
    ...none,
    first_response_deadline_at: due,
    next_response_deadline_at: due,
    resolution_deadline_at: due,
  }
  expect(slaClocks(all, now).map((clock) => clock.name)).toEqual(['FRD', 'NRD', 'RD'])
  const met = { ...all, first_reply_at: due, next_response_met_at: due, resolved_at: due }
  expect(slaClocks(met, now).map((clock) => clock.state)).toEqual(['hit', 'hit', 'hit'])
})

test('without targets there are no clocks', () => {
  expect(slaClocks(none, now)).toEqual([])
})

test('the list shows open targets, most urgent first, and met targets only when none is open', () => {
  const kept = { first_response_deadline_at: '2026-09-01T11:00:00Z', first_reply_at: '2026-09-01T10:00:00Z' }
  const open = {
    resolution_deadline_at: '2026-09-01T12:30:00Z',
    next_response_deadline_at: '2026-09-01T12:40:00Z',
  }
  const names = (c: Partial<typeof none>) =>
    visibleSlaClocks(slaClocks({ ...none, ...c }, now)).map((clock) => clock.name)
  expect(names({ ...kept, ...open })).toEqual(['RD', 'NRD'])
  expect(names(kept)).toEqual(['FRD'])
})

test.each([
  [40_000, '40 seconds'],
  [12 * MINUTE, '12 minutes'],
  [60 * MINUTE, '1 hours'],
  [200 * MINUTE + 59_000, '3 hours 20 minutes'],
  [2879 * MINUTE, '47 hours 59 minutes'],
  [2880 * MINUTE, '2 days'],
  [2881 * MINUTE, '2 days'],
  [4319 * MINUTE, '2 days'],
  [4320 * MINUTE, '3 days'],
])('an SLA duration switches to days at 2880 minutes: %i ms is %s', (ms, text) => {
  const words = durationParts(ms).map((part) => `${part.count} ${part.unit}s`)
  expect(words.join(' ')).toBe(text)
})
