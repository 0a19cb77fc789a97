import { expect, test } from 'vitest'
import { readRouteID } from './route-id.ts'

test('reads an id in plain digits', () => {
  expect(['1', '42', '999999999999999'].map(readRouteID)).toEqual([1, 42, 999_999_999_999_999])
})

test.each(['abc', '', '0', '-1', '1.5', '1e3', '0x10', ' 1', '007', '1000000000000000', 'Infinity'])(
  '“%s” is not a valid id',
  (text) => {
    expect(readRouteID(text)).toBeNaN()
  },
)
