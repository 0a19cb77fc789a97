import { expect, test } from 'vitest'
import { phoneText } from './phone-number.ts'

test.each([
  ['+49', '30 901820', '+49 30 901820'],
  ['+1-684', '633 1234', '+1-684 633 1234'],
  ['+1-684', '(684) 633 1234', '+1 (684) 633 1234'],
  ['+379', '06 69812345', '+39 06 69812345'],
  ['+49', null, '+49'],
  [null, '112', '112'],
  [null, null, ''],
])('%s and %s read %s', (phone_number_calling_code, phone_number, text) => {
  expect(phoneText({ phone_number_calling_code, phone_number })).toBe(text)
})
