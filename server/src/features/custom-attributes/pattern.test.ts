import { cpuTime_ms } from '@parley/mail/testing/cpu-time'
import { expect, test } from 'vitest'
import { assertValidPattern, matchesPattern, maxMatchedLength } from './pattern.ts'

test.each([
  ['^[A-Z]{2}\\d{4}$', 'AB1234', true],
  ['^[A-Z]{2}\\d{4}$', 'AB12345', false],
  ['\\d', 'found anywhere 1', true],
  ['^\\p{L}+$', 'Zoë', true],
])('%s on %s', (regex, text, matches) => {
  expect(matchesPattern(regex, text)).toBe(matches)
})

test.each([
  ['[', 'missing closing'],
  ['(?=a)', 'Look-around'],
  ['(a)\\1', 'back-references'],
  ['((a{1000}){1000}){1000}', 'invalid repeat count'],
  ['(?:a?){500}a{500}'.repeat(4), 'too large'],
])('the pattern %s is refused with its reason', (regex, reason) => {
  expect(() => assertValidPattern(regex)).toThrow(reason)
})

test.each(['^(a+)+$', '^(a|a)*$', '(.*.*)*=', '(?:a?){300}a{300}'])(
  'the hostile pattern %s runs quickly on the longest text',
  (regex) => {
    assertValidPattern(regex)
    // The built-in engine would never finish.
    expect(cpuTime_ms(() => matchesPattern(regex, `${'a'.repeat(maxMatchedLength - 1)}!`))).toBeLessThan(2000)
  },
)
