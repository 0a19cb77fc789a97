import { expect, test } from 'vitest'
import { conversationFixture, toConversation } from '../../../realtime/conversation-fixtures.ts'
import { readAttributeValue, withAttributeValue } from './attribute-value.ts'

const c = {
  ...toConversation(conversationFixture(1)),
  custom_attributes: { plan: 'Pro', seats: 3 },
}

test('sets a value next to the others, on the conversation or its contact', () => {
  expect(withAttributeValue(c, { applies_to: 'conversation', key: 'vip' }, true)).toEqual({
    custom_attributes: { plan: 'Pro', seats: 3, vip: true },
  })
  expect(withAttributeValue(c, { applies_to: 'contact', key: 'vip' }, false)).toEqual({
    contact: { ...c.contact, custom_attributes: { ...c.contact.custom_attributes, vip: false } },
  })
})

test('null removes the key, as on the server', () => {
  expect(withAttributeValue(c, { applies_to: 'conversation', key: 'plan' }, null)).toEqual({
    custom_attributes: { seats: 3 },
  })
})

test('inherited properties of objects are not values', () => {
  expect(readAttributeValue({}, 'constructor')).toBeNull()
  expect(readAttributeValue({ list: ['a'] }, 'list')).toBeNull()
  expect(readAttributeValue({ seats: 0 }, 'seats')).toBe(0)
})
