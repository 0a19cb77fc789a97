import { expect, test } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { fitLine, growth } from './trend.ts'

const everySecond = (value: (hours: number) => number) =>
  Array.from({ length: 3_600 }, (_, n) => ({ hours: n / 3_600, value: value(n / 3_600) }))

test('a line is found under noise, with an error that covers the difference', () => {
  const random = seededRandom(1)
  const { per_hour, error } = fitLine(everySecond((hours) => 300 + 5 * hours + random.between(-20, 20)))
  expect(Math.abs(per_hour - 5)).toBeLessThan(3 * error)
  expect(error).toBeLessThan(1)
})

test('what rises and falls has no slope', () => {
  const { per_hour } = fitLine(everySecond((hours) => 300 + 30 * Math.sin(hours * 2 * Math.PI * 40)))
  expect(Math.abs(per_hour)).toBeLessThan(2)
})

test('growth compares the ends, and ignores a peak', () => {
  const values = Array.from({ length: 90 }, (_, n) => (n === 80 ? 1_000 : 10))
  expect(growth(values)).toBe(0)
  expect(growth(values.map((value, n) => value + (n > 45 ? 7 : 0)))).toBe(7)
})
