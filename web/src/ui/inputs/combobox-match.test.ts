import { expect, test } from 'vitest'
import { matchesWords } from './combobox-match.ts'

const ada = { label: 'Élodie Byron', keywords: 'elodie@acme.test' }

test.each([
  ['', true],
  ['elo', true],
  ['BYR éL', true],
  ['acme', true],
  ['elo grace', false],
])('typing "%s" finds Élodie Byron: %s', (typed, expected) => {
  expect(matchesWords(ada, typed)).toBe(expected)
})
