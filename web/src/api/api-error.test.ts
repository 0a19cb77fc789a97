import { expect, test } from 'vitest'
import { ApiError, isRefusal } from './api-error.ts'

test.each([
  ['a file that is too large', 413, true],
  ['a wrong field', 400, true],
  ['too many tries, which pass', 429, false],
  ['a fault of the server', 503, false],
  ['silence', 0, false],
])('%s: permanent refusal or not', (_what, status, expected) => {
  expect(isRefusal(new ApiError({ status, message: 'x' }))).toBe(expected)
})
