import { expect, test } from 'vitest'
import { matchScore } from './fuzzy-match.ts'

const names: [label: string, keywords?: string][] = [
  ['Resolve', 'close done finish'],
  ['Snooze'],
  ['Assign to me'],
  ['Assign to agent'],
  ['Assign to team'],
  ['Set priority'],
  ['Set status'],
  ['Add or remove tags', 'label'],
  ['Pick date and time', 'custom'],
  ['Reports'],
  ['Dark mode', 'theme night'],
  ['Zoë Müller', 'zoe@example.test'],
]
const search = (typed: string) =>
  names
    .map(([label, keywords]) => ({ label, score: matchScore(typed, label, keywords) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ label }) => label)

test.each([
  ['resolve', 'Resolve'],
  ['res', 'Resolve'],
  ['custom', 'Pick date and time'],
  ['me assign', 'Assign to me'],
  ['team ass', 'Assign to team'],
  ['reslove', 'Resolve'],
  ['snoze', 'Snooze'],
  ['priorty', 'Set priority'],
  ['muller', 'Zoë Müller'],
  ['zoe', 'Zoë Müller'],
  ['example', 'Zoë Müller'],
  ['label', 'Add or remove tags'],
  ['dm', 'Dark mode'],
  ['night', 'Dark mode'],
  ['done', 'Resolve'],
  ['a', 'Assign to me'],
])('%s matches %s best', (typed, first) => {
  expect(search(typed)[0]).toBe(first)
})

test.each(['xyz', 'resolve xyz', 'qqqqq', 'tga'])('%s matches nothing', (typed) => {
  expect(search(typed)).toEqual([])
})

test('an empty query matches everything, and an exact name scores highest', () => {
  expect(search('')).toHaveLength(names.length)
  expect(matchScore('set status', 'Set status')).toBe(1)
  expect(matchScore('set', 'Set status')).toBeLessThan(1)
})
