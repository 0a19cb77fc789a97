import type { AvailabilityStatus } from '@parley/contract/agents/agent'
import { expect, test } from 'vitest'
import { type AvailabilityEvent, availabilityDot, nextAvailability } from './availability.ts'

const all = ['online', 'away', 'away_manual', 'away_and_reassigning', 'offline'] as const

// biome-ignore format: read as a table
const table: [AvailabilityEvent, Record<AvailabilityStatus, AvailabilityStatus>][] = [
  ['idle', { online: 'away', away: 'away', away_manual: 'away_manual', away_and_reassigning: 'away_and_reassigning', offline: 'offline' }],
  ['activity', { online: 'online', away: 'online', away_manual: 'away_manual', away_and_reassigning: 'away_and_reassigning', offline: 'online' }],
  ['away_on', { online: 'away_manual', away: 'away_manual', away_manual: 'away_manual', away_and_reassigning: 'away_manual', offline: 'away_manual' }],
  ['away_off', { online: 'online', away: 'online', away_manual: 'online', away_and_reassigning: 'online', offline: 'online' }],
  ['reassign_on', { online: 'away_and_reassigning', away: 'away_and_reassigning', away_manual: 'away_and_reassigning', away_and_reassigning: 'away_and_reassigning', offline: 'away_and_reassigning' }],
  ['reassign_off', { online: 'away_manual', away: 'away_manual', away_manual: 'away_manual', away_and_reassigning: 'away_manual', offline: 'away_manual' }],
]

test.each(table.flatMap(([event, after]) => all.map((status) => [event, status, after[status]] as const)))(
  'after %s, %s is %s',
  (event, status, expected) => {
    expect(nextAvailability(status, event)).toBe(expected)
  },
)

test.each([
  ['online', 'online'],
  ['away', 'away'],
  ['away_manual', 'away'],
  ['away_and_reassigning', 'away'],
  ['offline', 'offline'],
] as const)('%s shows the %s dot', (status, dot) => {
  expect(availabilityDot(status)).toBe(dot)
})
