import { expect, test } from 'vitest'
import { shared, wholeOf } from '../../realtime/testing.ts'
import { valueIn, withValue } from './with-value.ts'

const c = {
  ...wholeOf(shared(1)),
  custom_attributes: { plan: 'Pro', seats: 3 },
}

test('a value is set beside the others, on the conversation or on its contact', () => {
  expect(withValue(c, { applies_to: 'conversation', key: 'vip' }, true)).toEqual({
    custom_attributes: { plan: 'Pro', seats: 3, vip: true },
  })
  expect(withValue(c, { applies_to: 'contact', key: 'vip' }, false)).toEqual({
    contact: { ...c.contact, custom_attributes: { ...c.contact.custom_attributes, vip: false } },
  })
})

test('null takes the key away, as the server does', () => {
  expect(withValue(c, { applies_to: 'conversation', key: 'plan' }, null)).toEqual({
    custom_attributes: { seats: 3 },
  })
})

test('what objects inherit is no value', () => {
  expect(valueIn({}, 'constructor')).toBeNull()
  expect(valueIn({ list: ['a'] }, 'list')).toBeNull()
  expect(valueIn({ seats: 0 }, 'seats')).toBe(0)
})
