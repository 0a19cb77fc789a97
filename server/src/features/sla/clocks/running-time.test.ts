import { type Calendar, isOpen } from '@parley/contract/business-hours/business-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertySeed } from '../../../testing/seeded-random.ts'
import { dueAt, type Phase, remainingTime, runningSpansSince, unpausedAfter } from './running-time.ts'

const MINUTE = 60_000
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']

const calendars: fc.Arbitrary<Calendar> = fc.record({
  always_open: fc.constant(false),
  week: fc.array(
    fc
      .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 4 })
      .map((cuts) => cuts.sort((a, b) => a - b))
      .map((cuts) => (cuts.length % 2 ? cuts.slice(1) : cuts))
      .map((cuts) =>
        cuts.flatMap((cut, n) => (n % 2 ? [] : [[cut * 15, (cuts[n + 1] ?? 96) * 15] as const])),
      ),
    { minLength: 7, maxLength: 7 },
  ),
  holidays: fc
    .array(fc.integer({ min: 26, max: 31 }), { maxLength: 2 })
    .map((days) => new Set(days.map((date) => `2027-03-${date}`))),
  time_zone: fc.constantFrom(...zones),
})

/** Starts on the Friday before the European clock change. */
const start = Date.UTC(2027, 2, 26, 8)
const lengths = fc.array(
  fc.record({
    minutes: fc.integer({ min: 1, max: 900 }),
    category: fc.constantFrom('open' as const, 'waiting' as const, 'closed' as const),
  }),
  { maxLength: 6 },
)
const phasesOf = (steps: { minutes: number; category: Phase['category'] }[]): Phase[] => {
  let at = start
  return steps.map(({ minutes, category }) => {
    at += minutes * MINUTE
    return { from: new Date(at), category }
  })
}

/** Minute by minute: within business hours and in an open status. */
function countedMinutes(calendar: Calendar, phases: readonly Phase[], until: number): number {
  let count = 0
  for (let at = start; at < until; at += MINUTE) {
    const category = phases.findLast(({ from }) => from.getTime() <= at)?.category ?? 'open'
    if (category === 'open' && isOpen(calendar, new Date(at))) count++
  }
  return count
}

test('a deadline matches a minute-by-minute count', () => {
  fc.assert(
    fc.property(calendars, lengths, fc.integer({ min: 1, max: 1500 }), (calendar, steps, minutes) => {
      const phases = phasesOf(steps)
      const running = runningSpansSince(new Date(start), phases)
      const due = dueAt(calendar, running, minutes * MINUTE)
      const horizon = start + 9 * 86_400_000
      if (!due || due.getTime() > horizon) {
        expect(countedMinutes(calendar, phases, horizon)).toBeLessThanOrEqual(due ? minutes : minutes - 1)
        return
      }
      expect(countedMinutes(calendar, phases, due.getTime())).toBe(minutes)
      expect(countedMinutes(calendar, phases, due.getTime() - MINUTE)).toBe(minutes - 1)
    }),
    { seed: propertySeed, numRuns: 60 },
  )
})

test('the remaining time matches a minute-by-minute count', () => {
  fc.assert(
    fc.property(calendars, lengths, fc.integer({ min: 0, max: 4000 }), (calendar, steps, after) => {
      const phases = phasesOf(steps)
      const now = start + after * MINUTE
      const left = remainingTime(calendar, runningSpansSince(new Date(start), phases), 0, new Date(now))
      expect(0 - left / MINUTE).toBe(countedMinutes(calendar, phases, now))
    }),
    { seed: propertySeed, numRuns: 60 },
  )
})

test('an action during a pause is measured as if the pause had ended there', () => {
  const calendar = { always_open: true, week: [], holidays: new Set<string>(), time_zone: 'UTC' }
  const at = (minutes: number) => new Date(start + minutes * MINUTE)
  const running = runningSpansSince(at(0), [
    { from: at(10), category: 'waiting' },
    { from: at(100), category: 'open' },
  ])
  expect(dueAt(calendar, running, 30 * MINUTE)).toEqual(at(120))
  expect(dueAt(calendar, unpausedAfter(running, at(50)), 30 * MINUTE)).toEqual(at(70))
})
