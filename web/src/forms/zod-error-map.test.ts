import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { i18n, installCatalogue } from '../lib/i18n.ts'
import { english } from '../testing/english.ts'
import { zodErrorMap } from './zod-error-map.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

const messageFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: zodErrorMap(i18n.t) }).error?.issues[0]?.message

test.each<[string, z.ZodType, unknown, string, number?]>([
  ['an empty required text', z.string().min(1), '', 'form.issue.missing'],
  ['a value that is not there', z.string(), undefined, 'form.issue.missing'],
  ['an empty number', z.number(), '', 'form.issue.missing'],
  ['a text instead of a number', z.number(), 'x', 'form.issue.number'],
  ['a fraction instead of a whole number', z.number().int(), 1.5, 'form.issue.number'],
  ['a wrong type', z.boolean(), 'yes', 'form.issue.wrong'],
  ['an option that was not chosen', z.enum(['a', 'b']), '', 'form.issue.missing'],
  ['a text that is too short', z.string().min(3), 'ab', 'form.issue.too_small.text', 3],
  ['a text that is too long', z.string().max(3), 'abcd', 'form.issue.too_big.text', 3],
  ['an empty list', z.array(z.string()).min(1), [], 'form.issue.too_small.list', 1],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'form.issue.too_big.list', 1],
  ['a number that is too small', z.number().min(5), 4, 'form.issue.too_small.number', 5],
  ['a number that is too big', z.number().max(5), 6, 'form.issue.too_big.number', 5],
  ['zero where more than zero is needed', z.number().int().positive(), 0, 'form.issue.too_small.number', 1],
  ['an invalid address', z.email(), 'nobody', 'form.issue.email'],
  ['an invalid URL', z.url(), 'nowhere', 'form.issue.url'],
])('%s has a message of its own', (_, schema, value, key, count) => {
  const expected = i18n.t(key, { count })
  expect(expected).not.toBe(key)
  expect(messageFor(schema, value)).toBe(expected)
})

test('a schema with a better message keeps it', () => {
  expect(messageFor(z.string().regex(/^\d+$/, 'Enter digits'), 'x')).toBe('Enter digits')
})
