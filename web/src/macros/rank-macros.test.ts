import { expect, test } from 'vitest'
import { htmlToText } from '../format/html-to-text.ts'
import { searchMacros, sortByUsage } from './rank-macros.ts'

const now = new Date('2026-03-02T10:00:00Z')
const macro = (name: string, usage_count = 0, last_used_at: string | null = null, message_content = '') => ({
  name,
  usage_count,
  last_used_at,
  message_content,
})
const names = (macros: { name: string }[]) => macros.map(({ name }) => name)

test('own uses of the last 30 days come first, newest first, then overall use, then the name', () => {
  const macros = [
    macro('Beta'),
    macro('Alpha'),
    macro('Much used', 90),
    macro('Long ago', 5, '2026-01-01T00:00:00Z'),
    macro('Last week', 1, '2026-02-24T00:00:00Z'),
    macro('Today', 1, '2026-03-02T09:00:00Z'),
  ]
  expect(names(sortByUsage(macros, now))).toEqual([
    'Today',
    'Last week',
    'Much used',
    'Long ago',
    'Alpha',
    'Beta',
  ])
})

const desk = [
  macro('Parcel is late', 0, null, '<p>Sorry, your <b>refund</b> is on its way</p>'),
  macro('No refund possible'),
  macro('Refund started'),
  macro('Überweisung bestätigt'),
]
test.each([
  ['', ['Parcel is late', 'No refund possible', 'Refund started', 'Überweisung bestätigt']],
  ['refund', ['Refund started', 'No refund possible', 'Parcel is late']],
  ['REF star', ['Refund started']],
  ['rfd', ['No refund possible', 'Refund started']],
  ['uber', ['Überweisung bestätigt']],
  ['late sorry', ['Parcel is late']],
  ['or whatever', []],
  ['xyz', []],
])('typing "%s" finds %j', (query, expected) => {
  expect(names(searchMacros(desk, query))).toEqual(expected)
})

test('HTML is converted to text with decoded entities', () => {
  expect(htmlToText('<p>Tom &amp; Ada&nbsp;say</p><p>a &lt; b</p>')).toBe('Tom & Ada say a < b')
})
