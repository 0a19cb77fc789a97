import { expect, test } from 'vitest'
import { isHttpUrl, parseAttributeValue } from './attribute-values.ts'
import type { CustomAttribute } from './custom-attributes.ts'

const parse = (data_type: CustomAttribute['data_type'], input: unknown) =>
  parseAttributeValue({ name: 'Plan', data_type, values: ['Free', 'Pro, yearly'] }, input)

test.each([
  ['text', ' Hello ', 'Hello'],
  ['text', 42, '42'],
  ['text', '', null],
  ['text', '   ', null],
  ['text', null, null],
  ['text', '日本語 عربى', '日本語 عربى'],
  ['number', 42, 42],
  ['number', '3.50', 3.5],
  ['number', '-.5', -0.5],
  ['number', 0, 0],
  ['number', '', null],
  ['checkbox', false, false],
  ['checkbox', 'true', true],
  ['date', '2024-02-29', '2024-02-29'],
  ['link', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['link', 'HTTP://example.com', 'HTTP://example.com'],
  ['list', 'Pro, yearly', 'Pro, yearly'],
] as const)('%s parses %j as %j', (type, input, value) => {
  expect(parse(type, input)).toEqual({ value })
})

test.each([
  ['text', true, 'Plan must be text'],
  ['text', { a: 1 }, 'Plan must be text'],
  ['text', 'x'.repeat(10_001), 'Plan must be 10000 characters or fewer'],
  ['number', 'many', 'Plan must be a number, such as 42 or 3.5'],
  ['number', '0x10', 'Plan must be a number, such as 42 or 3.5'],
  ['number', 'Infinity', 'Plan must be a number, such as 42 or 3.5'],
  ['number', true, 'Plan must be a number, such as 42 or 3.5'],
  ['number', [1], 'Plan must be a number, such as 42 or 3.5'],
  ['checkbox', 'yes', 'Plan must be true or false'],
  ['checkbox', 1, 'Plan must be true or false'],
  ['date', '2026-02-30', 'Plan must be a date such as 2026-12-31'],
  ['date', '31.12.2026', 'Plan must be a date such as 2026-12-31'],
  ['date', 20261231, 'Plan must be a date such as 2026-12-31'],
  ['link', 'javascript:alert(1)', 'Plan must be a URL that starts with https:// or http://'],
  ['link', 'example.com', 'Plan must be a URL that starts with https:// or http://'],
  ['link', 'https://', 'Plan must be a URL that starts with https:// or http://'],
  ['link', 'https://a b', 'Plan must be a URL that starts with https:// or http://'],
  ['list', 'Pro', 'Plan must be one of Free, Pro, yearly'],
  ['list', ['Free'], 'Plan must be one of Free, Pro, yearly'],
] as const)('%s rejects %j', (type, input, refusal) => {
  expect(parse(type, input)).toEqual({ refusal })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://a.example',
  'https:alert',
  'vbscript:x',
  '//a.example',
])('%s is not a web address', (text) => {
  expect(isHttpUrl(text)).toBe(false)
})
