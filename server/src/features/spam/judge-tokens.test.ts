import { expect, test } from 'vitest'
import { judgeTokens, type LessonCounts } from './judge-tokens.ts'

const totals = { spam: 100, not_spam: 100 }
const counted = (counts: Record<string, [spam: number, not_spam: number]>) =>
  new Map<string, LessonCounts>(
    Object.entries(counts).map(([token, [spam, not_spam]]) => [token, { spam, not_spam }]),
  )
const five = (count: [number, number]) =>
  Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((word) => [`word:${word}`, count]))
const scoreOf = (counts: Record<string, [number, number]>, of = totals) =>
  judgeTokens(Object.keys(counts), counted(counts), of)?.score

test.each<[string, Record<string, [number, number]>, number, number]>([
  ['words that only spam has', five([20, 0]), 0.99, 1],
  ['words that only other mail has', five([0, 20]), 0, 0.01],
  ['words that both have', five([20, 20]), 0.5, 0.5],
  ['words seen once', five([1, 0]), 0.99, 0.999],
  [
    'as much for as against',
    { ...five([20, 0]), ...{ f: [0, 20], g: [0, 20], h: [0, 20], i: [0, 20], j: [0, 20] } },
    0.5,
    0.5,
  ],
])('%s', (_, counts, low, high) => {
  expect(scoreOf(counts)).toBeGreaterThanOrEqual(low)
  expect(scoreOf(counts)).toBeLessThanOrEqual(high)
})

test('an email of which fewer than five tokens are known is not judged', () => {
  const { 'word:e': _, ...four } = five([50, 0])
  expect(judgeTokens([...Object.keys(four), 'word:new', 'word:other'], counted(four), totals)).toBeNull()
})

test('more lessons of one kind do not make its words more telling', () => {
  // In half of the spam and in half of the rest.
  expect(scoreOf(five([50, 10]), { spam: 100, not_spam: 20 })).toBe(0.5)
})

test('many weak words do not outvote the strongest twenty', () => {
  const strong = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`word:s${n}`, [50, 0]] as const))
  const weak = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`word:w${n}`, [10, 12]] as const))
  expect(scoreOf({ ...strong, ...weak } as Record<string, [number, number]>)).toBeGreaterThan(0.99)
})

test('the reasons are what speaks most for spam, each once', () => {
  const counts = {
    ...five([0, 20]),
    'word:prize': [40, 0],
    'subject:prize': [40, 0],
    'sender_domain:casino.test': [90, 0],
    'unverified_sender:': [40, 20],
  } as Record<string, [number, number]>
  expect(judgeTokens(Object.keys(counts), counted(counts), totals)?.reasons).toEqual([
    { kind: 'sender_domain', value: 'casino.test' },
    { kind: 'word', value: 'prize' },
    { kind: 'unverified_sender', value: '' },
  ])
})
