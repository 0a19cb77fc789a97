import { expect, test } from 'vitest'
import { apiErrorFromFailure, apiErrorFromResponse } from './to-api-error.ts'

const messages = { noResponse: 'no response', requestSetup: 'setup', unknown: 'unknown' }

test.each([
  [
    'the whole body is used when it names an error_type',
    400,
    {
      status: 'error',
      message: 'Name is missing.',
      error_type: 'InputException',
      errors: [{ path: 'name', message: 'missing' }],
      request_id: 'r1',
      data: null,
    },
    {
      status: 400,
      message: 'Name is missing.',
      error_type: 'InputException',
      errors: [{ path: 'name', message: 'missing' }],
      request_id: 'r1',
    },
  ],
  [
    'without an error_type only the message and the HTTP status are used',
    502,
    { message: 'Bad gateway', request_id: 'r2' },
    { status: 502, message: 'Bad gateway', error_type: 'GeneralException', request_id: null, errors: [] },
  ],
  [
    'an empty message becomes unknown',
    500,
    { message: '', error_type: 'X' },
    { message: 'unknown', status: 500 },
  ],
  [
    'a page instead of JSON becomes unknown',
    503,
    null,
    { message: 'unknown', error_type: 'GeneralException', status: 503 },
  ],
  ['a bare string becomes unknown', 500, 'boom', { message: 'unknown' }],
])('%s', (_name, status, body, expected) => {
  expect(apiErrorFromResponse(status, body, messages)).toMatchObject(expected)
})

test('a missing response and a request that could not be built have their own messages', () => {
  expect(apiErrorFromFailure(new TypeError('Failed to fetch'), true, messages)).toMatchObject({
    status: 0,
    message: 'no response',
    error_type: 'GeneralException',
  })
  expect(apiErrorFromFailure(new SyntaxError('bad URL'), false, messages).message).toBe('setup')
})
