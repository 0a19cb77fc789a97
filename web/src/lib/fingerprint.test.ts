import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

test('the same text has the same fingerprint, any other has a different one', () => {
  expect(fingerprint('Hello')).toBe(fingerprint('Hello'))
  const others = ['', 'hello', 'Hello ', 'Hellp', 'oHell', 'Héllo'].map(fingerprint)
  expect(new Set([...others, fingerprint('Hello')]).size).toBe(7)
})
