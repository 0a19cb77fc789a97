import { expect, test } from 'vitest'
import { requestPath } from './request-path.ts'

test.each([
  ['/api/v1/tags', undefined, undefined, '/api/v1/tags'],
  [
    '/api/v1/conversations/:uuid/assignee/:type',
    { uuid: 'a/b', type: 'user' },
    {},
    '/api/v1/conversations/a%2Fb/assignee/user',
  ],
  ['/x', {}, { page: 2, order: 'asc', cursor: undefined, q: null }, '/x?page=2&order=asc'],
  ['/x', {}, { filters: [{ field: 'status' }] }, '/x?filters=%5B%7B%22field%22%3A%22status%22%7D%5D'],
  ['/x', {}, { query: 'a & b' }, '/x?query=a+%26+b'],
])('%s is filled in with its parameters', (path, params, query, expected) => {
  expect(requestPath(path, params, query)).toBe(expected)
})

test('a missing path parameter is rejected, not sent as "undefined"', () => {
  expect(() => requestPath('/x/:uuid', {}, {})).toThrow('Missing path parameter :uuid in /x/:uuid')
  expect(() => requestPath('/x/:uuid', { uuid: '' }, {})).toThrow('Missing path parameter :uuid in /x/:uuid')
})
