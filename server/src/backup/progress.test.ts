import { expect, test } from 'vitest'
import { startMeter } from './progress.ts'

const meter = (total: number | null) => {
  let now = 0
  const measure = startMeter({ total }, () => now)
  return (seconds: number, done: number) => {
    now = seconds * 1000
    return measure(done)
  }
}

test('share, rate and time left follow from what is done', () => {
  const at = meter(1000)
  expect(at(0, 0)).toEqual({ done: 0, share: 0, per_second: null, seconds_left: null })
  expect(at(5, 250)).toEqual({ done: 250, share: 0.25, per_second: 50, seconds_left: 15 })
})

test('the share never goes back, and never beyond the whole', () => {
  const at = meter(100)
  expect([at(1, 40), at(2, 20), at(3, 90), at(4, 140)].map(({ share }) => share)).toEqual([0.4, 0.4, 0.9, 1])
  expect(at(5, 150).seconds_left).toBe(0)
})

test('what an interrupted run has left says nothing about the rate', () => {
  const at = meter(1000)
  at(0, 600)
  expect(at(10, 700)).toMatchObject({ share: 0.7, per_second: 10, seconds_left: 30 })
})

test('without a total, only the amount and the rate are known', () => {
  const at = meter(null)
  at(0, 0)
  expect(at(2, 10)).toEqual({ done: 10, share: null, per_second: 5, seconds_left: null })
})
