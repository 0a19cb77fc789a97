import type { ReportNumbers } from '@parley/contract/reports/reports'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { findDrilldownMeasure, formatChange, measureValue, slaMetShare } from './measures.ts'

const t = ((key: string, { count }: { count: number }) =>
  key === 'reports.points' ? `${count} pts` : key) as unknown as TFunction

test.each([
  [
    'an increase of a measure that should be low is bad',
    { unit: 'count', better: 'less' },
    41,
    37,
    { text: '+4', tone: 'bad' },
  ],
  [
    'a decrease of a measure that should be low is good',
    { unit: 'seconds', better: 'less' },
    2520,
    3060,
    { text: '−9m', tone: 'good' },
  ],
  ['a neutral measure has no tone', { unit: 'count', better: null }, 3, 1, { text: '+2', tone: 'plain' }],
  [
    'shares change in percentage points',
    { unit: 'percent', better: 'more' },
    0.941,
    0.928,
    { text: '+1.3 pts', tone: 'good' },
  ],
  ['ratings have one decimal', { unit: 'rating', better: 'more' }, 4.5, 4.6, { text: '−0.1', tone: 'bad' }],
  ['no change is null', { unit: 'count', better: 'less' }, 4, 4, null],
  ['a change that rounds to zero is null', { unit: 'rating', better: 'more' }, 4.61, 4.6, null],
] as const)('%s', (_sentence, measure, now, before, expected) => {
  expect(formatChange(measure, now, before, t)).toEqual(expected)
})

test('a share of zero is null', () => {
  expect(slaMetShare({ met: 0, breached: 0 })).toBeNull()
  expect(slaMetShare({ met: 3, breached: 1 })).toBe(0.75)
})

const times = { average: 1, median: 2, p90: 3 }
const numbers: ReportNumbers = {
  new: 5,
  resolved: 4,
  reopened: 1,
  messages_in: 9,
  replies: 8,
  first_response: { count: 3, wall: times, business: { average: 10, median: 20, p90: 30 } },
  next_response: { count: 0, wall: times, business: times },
  resolution: { count: 0, wall: times, business: { average: null, median: null, p90: null } },
  sla: {
    first_response: { met: 1, breached: 1 },
    next_response: { met: 0, breached: 0 },
    resolution: { met: 0, breached: 2 },
  },
  csat: { sent: 4, answered: 1, average: 5, distribution: [0, 0, 0, 0, 1] },
}

test('durations are medians, in the selected kind of hours', () => {
  expect(measureValue('first_response', numbers, 'business')).toBe(20)
  expect(measureValue('first_response', numbers, 'wall')).toBe(2)
  expect(measureValue('resolution', numbers, 'business')).toBeNull()
})

test('shares are fractions, and null without data', () => {
  expect(measureValue('sla_first_response', numbers, 'wall')).toBe(0.5)
  expect(measureValue('sla_next_response', numbers, 'wall')).toBeNull()
  expect(measureValue('sla_resolution', numbers, 'wall')).toBe(0)
  expect(measureValue('csat_response_rate', numbers, 'wall')).toBe(0.25)
})

test('a share drills down to its exceptions, or to all if there are none', () => {
  expect(findDrilldownMeasure('sla_first_response', 0.5)).toBe('sla_first_response_breached')
  expect(findDrilldownMeasure('sla_first_response', 1)).toBe('sla_first_response_met')
  expect(findDrilldownMeasure('csat_response_rate', 0.5)).toBe('csat_answered')
  expect(findDrilldownMeasure('csat_response_rate', 0)).toBe('csat_sent')
  expect(findDrilldownMeasure('new', 0)).toBeNull()
})
