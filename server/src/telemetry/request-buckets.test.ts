import { expect, test } from 'vitest'
import { bucketOf, estimateQuantile, requestBuckets } from './request-buckets.ts'

const counts = (entries: Record<number, number>) =>
  Array.from({ length: requestBuckets.length + 1 }, (_, index) => entries[index] ?? 0)

test('a duration belongs to the first bucket whose bound it doesn’t exceed', () => {
  expect([0.001, 0.005, 0.0051, 0.3, 10, 11].map(bucketOf)).toEqual([0, 0, 1, 6, 10, 11])
})

test('a quantile is interpolated within its bucket', () => {
  expect(estimateQuantile(counts({ 4: 100 }), 0.5)).toBeCloseTo(0.075)
  // 90 within 5 ms, 10 between 0.25 and 0.5 s.
  const mixed = counts({ 0: 90, 6: 10 })
  expect(estimateQuantile(mixed, 0.5)).toBeCloseTo(0.0028, 3)
  expect(estimateQuantile(mixed, 0.95)).toBeCloseTo(0.375)
})

test('there is none without requests, and above the last bound it is that bound', () => {
  expect(estimateQuantile(counts({}), 0.5)).toBeNull()
  expect(estimateQuantile(counts({ 11: 3 }), 0.5)).toBe(10)
})
