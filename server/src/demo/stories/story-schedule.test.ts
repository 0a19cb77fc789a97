import { type Calendar, isOpen } from '@parley/contract/business-hours/business-time'
import { expect, test } from 'vitest'
import { billing } from './billing.ts'
import { desk } from './desk.ts'
import { shipping } from './shipping.ts'
import { scheduleSteps } from './story-schedule.ts'
import { technical } from './technical.ts'

const calendar: Calendar = {
  always_open: false,
  week: Array.from({ length: 7 }, () => [[480, 1200] as const]),
  holidays: new Set(),
  time_zone: 'UTC',
}

test.each(['03:00', '08:10', '14:00', '23:55'])(
  'at %s every story is in the past and in order, and no agent works outside business hours',
  (time) => {
    const now = new Date(`2026-11-22T${time}:00Z`)
    for (const story of [...billing, ...shipping, ...technical, ...desk]) {
      const times = scheduleSteps(story, now, calendar)
      const inOrder = times.toSorted((a, b) => a.getTime() - b.getTime())
      expect([story.subject, times]).toEqual([story.subject, inOrder])
      const late = story.steps.filter((step, n) => 'agent' in step && !isOpen(calendar, times[n] ?? now))
      expect([story.subject, late]).toEqual([story.subject, []])
      const last = times.at(-1)?.getTime() ?? 0
      expect(last).toBeLessThanOrEqual(now.getTime() - story.ended_minutes_ago * 60_000)
      if (story.steps.at(-1)?.type === 'mail')
        expect(last).toBe(now.getTime() - story.ended_minutes_ago * 60_000)
    }
  },
)
