import { expect, test } from 'vitest'
import { attributeSchema, keyFromName, newAttribute } from './attribute-fields.ts'

test.each([
  ['Größe (cm)', 'grosse_cm'],
  ['  Plan ', 'plan'],
  ['Élan vital', 'elan_vital'],
  ['2nd address', '2nd_address'],
  ['№', 'no'],
  ['顧客', ''],
])('the name %j suggests the key %j', (name, key) => {
  expect(keyFromName(name)).toBe(key)
})

test('values that the type does not use are not validated, and are kept in the form', () => {
  const fields = { ...newAttribute('contact'), name: 'Plan', description: 'x', key: 'plan', values: ['', ''] }
  expect(attributeSchema.safeParse(fields).success).toBe(true)
  expect(attributeSchema.safeParse({ ...fields, data_type: 'list' }).success).toBe(false)
  expect(attributeSchema.safeParse({ ...fields, data_type: 'list', values: ['Free'] }).success).toBe(true)
})
