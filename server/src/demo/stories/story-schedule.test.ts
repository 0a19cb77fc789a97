import { type Calendar, isOpen } from '@parley/contract/business-hours/business-time'
import { expect, test } from 'vitest'
import { billing } from './billing.ts'
import { desk } from './desk.ts'
import { shipping } from './shipping.ts'
import type { Story } from './story.ts'
import { scheduleSteps } from './story-schedule.ts'
import { technical } from './technical.ts'

const stories = [...billing, ...shipping, ...technical, ...desk]
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
    for (const story of stories) {
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

test('whatever the time of day, every customer who rates was sent a survey, so no two are within 24 hours', () => {
  const resolves = (story: Story) =>
    story.steps.findLastIndex((step) => step.type === 'status' && step.to === 'Resolved')
  const isRated = ({ steps }: Story) => steps.some(({ type }) => type === 'rate')
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    const now = new Date(Date.UTC(2026, 10, 24, 0, minute))
    const surveys = stories
      .filter((story) => resolves(story) >= 0)
      .map((story) => ({ story, at: scheduleSteps(story, now, calendar)[resolves(story)]?.getTime() ?? 0 }))
    const tooClose = surveys.flatMap(({ story, at }) =>
      surveys
        .filter((other) => other.story !== story && other.story.contact === story.contact)
        .filter((other) => isRated(story) && Math.abs(other.at - at) <= 24 * 60 * 60_000)
        .map((other) => [now.toISOString(), story.subject, other.story.subject]),
    )
    expect(tooClose).toEqual([])
  }
})
