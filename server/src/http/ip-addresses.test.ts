import { expect, test } from 'vitest'
import { createRangeMatcher, normalizeAddress } from './ip-addresses.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['10.1', null],
  ['0x7f000001', null],
  ['192.0.2.256', null],
  ['192.0.2.1:80', null],
  ['', null],
])('normalises %s', (text, expected) => expect(normalizeAddress(text)).toBe(expected))

test.each([
  [['10.0.0.0/8'], '10.200.0.1', true],
  [['10.0.0.0/8'], '::ffff:10.200.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['::ffff:10.0.0.0/104'], '10.200.0.1', true],
  [['::ffff:10.0.0.5'], '::ffff:10.0.0.5', true],
  [['fd00::/8'], 'fd12::1', true],
  [['fd00::/8'], '10.0.0.1', false],
  [['192.0.2.1', '2001:db8::1'], '2001:DB8::0:1', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::/0'], '192.0.2.1', false],
  [['10.0.0.0/8'], 'nonsense', false],
])('%j matches %s: %s', (ranges, address, expected) =>
  expect(createRangeMatcher(ranges)(address)).toBe(expected),
)
