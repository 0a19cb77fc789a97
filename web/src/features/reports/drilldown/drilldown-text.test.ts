import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { i18n, installCatalogue } from '../../../lib/i18n.ts'
import { english } from '../../../testing/english.ts'
import type { Drilldown } from '../scope/report-search.ts'
import type { ReportContext } from '../scope/use-report-context.ts'
import { bucketText, drilldownDescription, drilldownTitle } from './drilldown-text.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { languages: ['en-GB'], language: 'en-GB', userAgent: '' })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

// Only the fields that the description uses.
const context = {
  period: { from: '2026-10-22', to: '2026-11-20' },
  today: '2026-11-20',
  time_zone: 'Europe/Berlin',
} as ReportContext
const describeDrilldown = (drilldown: Partial<Drilldown>) =>
  // Intl puts thin spaces around the dash of a range.
  drilldownDescription({ measure: 'new', ...drilldown } as Drilldown, context, i18n.t).replaceAll(/\s/g, ' ')

test('every measure has a title', () => {
  expect(drilldownTitle({ measure: 'new' } as Drilldown, i18n.t)).toBe('New conversations')
})

test('without filters it is the period and its time zone', () => {
  expect(describeDrilldown({})).toBe('22 Oct – 20 Nov, Europe/Berlin')
})

test('a weekday, an hour, a rating and a bucket are named', () => {
  expect(describeDrilldown({ weekday: 2, hour: 9 })).toBe(
    '22 Oct – 20 Nov, Wednesday, 09:00–10:00, Europe/Berlin',
  )
  expect(describeDrilldown({ hour: 23 })).toContain(', 23:00–00:00, ')
  expect(describeDrilldown({ weekday: 0, hour: 0 }), 'zero is a value').toContain('Monday, 00:00–01:00')
  expect(describeDrilldown({ min_seconds: 0, max_seconds: 900 })).toContain(bucketText(0, 900, i18n.t))
})

test('a span of one day is that day, also when the clock changes', () => {
  expect(describeDrilldown({ since: '2026-10-24T22:00:00Z', until: '2026-10-25T23:00:00Z' })).toBe(
    'Sun 25 October, Europe/Berlin',
  )
})

test('a span of one hour is the day and both times', () => {
  expect(describeDrilldown({ since: '2026-11-02T08:00:00Z', until: '2026-11-02T09:00:00Z' })).toBe(
    'Mon 2 November, 09:00–10:00, Europe/Berlin',
  )
})

test('a span of a week is its first and last day', () => {
  expect(describeDrilldown({ since: '2026-11-01T23:00:00Z', until: '2026-11-08T23:00:00Z' })).toMatch(
    /^2\s?–\s?8 Nov, Europe\/Berlin$/,
  )
})

test('a live measure has no period', () => {
  expect(describeDrilldown({ measure: 'open' })).toBe(i18n.t('reports.now'))
})

test('a bucket has a lower bound, an upper bound or both', () => {
  const [open, first, middle] = [
    bucketText(3600, null, i18n.t),
    bucketText(0, 900, i18n.t),
    bucketText(900, 3600, i18n.t),
  ]
  expect(open).toContain('1h')
  expect(first).toContain('15m')
  expect(middle).toContain('15m')
  expect(middle).toContain('1h')
  expect(new Set([open, first, middle]).size).toBe(3)
})
