import { expect, test } from 'vitest'
import { ApiError, isRefusal } from './api-error.ts'

test.each([
  ['a file that is too large', 413, true],
  ['an invalid field', 400, true],
  ['rate limiting', 429, false],
  ['a server error', 503, false],
  ['no response', 0, false],
])('%s: permanent refusal or not', (_what, status, expected) => {
  expect(isRefusal(new ApiError({ status, message: 'x' }))).toBe(expected)
})
