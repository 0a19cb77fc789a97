import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ruleActionText } from '../explanation/rule-action-text.ts'
import { i18n, installCatalogue } from '../lib/i18n.ts'
import { english } from '../testing/english.ts'
import { describeAction } from './describe-action.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

const action = (type: string, value: string[], display_value: string[] = []) =>
  ({ type, value, display_value }) as Parameters<typeof describeAction>[0]
const texts = (type: string) => describeAction(action(type, ['x']), i18n.t)

test('every action is a sentence of its own', () => {
  const types = [
    'assign_team',
    'assign_user',
    'set_status',
    'set_priority',
    'set_tags',
    'add_tags',
    'remove_tags',
  ]
  const sentences = types.map(texts)
  expect(new Set(sentences).size).toBe(types.length)
  for (const sentence of sentences) expect(sentence).toMatch(/\bx\b/)
})

test('names are shown instead of ids, and several are separated', () => {
  expect(describeAction(action('assign_user', ['7'], ['Noor Bakker']), i18n.t)).toMatch(/Noor Bakker$/)
  expect(describeAction(action('add_tags', ['a', 'b']), i18n.t)).toContain('a, b')
})

test('an unknown action of a newer server is shown by its values', () => {
  expect(describeAction(action('send_flowers', ['roses']), i18n.t)).toBe('roses')
})

test('an SLA policy is named, and replies show no text', () => {
  const rule = (...args: Parameters<typeof action>) =>
    ruleActionText(action(...args) as unknown as Parameters<typeof ruleActionText>[0], i18n.t)
  expect(rule('set_sla', ['3'], ['Gold'])).toContain('Gold')
  expect(rule('set_sla', ['3'])).toContain('3')
  expect(rule('send_reply', ['<p>Hello</p>'])).not.toContain('Hello')
  expect(rule('set_status', ['Resolved'])).toBe(describeAction(action('set_status', ['Resolved']), i18n.t))
})
