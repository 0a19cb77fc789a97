import { ruleActionTypes, ruleEvents, ruleFields } from '@parley/contract/automations/automation-fields'
import { ruleActionOutcomes, ruleLimits } from '@parley/contract/automations/automation-runs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { i18n, installCatalogue } from '../lib/i18n.ts'
import { english } from '../testing/english.ts'
import { conditionFieldText, conditionValueText, triggerText } from './condition-text.ts'
import { outcomeText, ruleActionText } from './rule-action-text.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

test('every field, event, action, outcome and limit has a text', () => {
  const keys = [
    ...Object.keys(ruleFields).map((field) => `field.${field}`),
    ...ruleEvents.map((event) => `event.${event}`),
    ...ruleActionTypes.map((type) => `action.${type}`),
    ...ruleActionOutcomes.flatMap((outcome) => [`outcome.${outcome}`, `planned.${outcome}`]),
    ...ruleLimits.map((limit) => `limit.${limit}`),
    ...ruleFields.origin.values.map((word) => `word.origin.${word}`),
    ...ruleFields.message_sender.values.map((word) => `word.message_sender.${word}`),
  ]
  expect(keys.filter((key) => !(`automations.${key}` in english))).toEqual([])
})

const plan = { applies_to: 'contact', key: 'plan', name: 'Plan' } as const

test.each([
  [{ field: 'subject', field_type: 'conversation' }, 'Subject'],
  [{ field: 'plan', field_type: 'contact_custom_attribute' }, 'Contact: Plan'],
  [{ field: 'plan', field_type: 'conversation_custom_attribute' }, 'plan'],
  [{ field: 'of_next_year', field_type: 'conversation' }, 'of_next_year'],
] as const)('the field of %j is named %s', (condition, text) => {
  expect(conditionFieldText(condition, [plan], i18n.t)).toBe(text)
})

test.each([
  ['origin', 'email', 'by email'],
  ['spam_suggested', 'true', 'Yes'],
  ['origin', 'fax', 'fax'],
  ['subject', 'refund,invoice', 'refund, invoice'],
  ['business_hours_open', 'false', 'No'],
])('the %s value %s is shown as %s', (field, value, text) => {
  expect(conditionValueText(field, value, i18n.t)).toBe(text)
})

test('the trigger of a rule is named', () => {
  expect(triggerText('conversation.message.incoming', i18n.t)).toBe('Customer message received')
  expect(triggerText('hours_since_created', i18n.t)).toBe('Hours since created')
  expect(triggerText('new_conversation', i18n.t)).toBe('New conversation')
})

test('an action says what it does, and a refused one why it was not done', () => {
  const action = { type: 'set_sla', value: ['4'], display_value: ['Gold'] } as const
  const given = { ...action, value: [...action.value], display_value: [...action.display_value] }
  expect(ruleActionText(given, i18n.t)).toBe('Set SLA policy to Gold')
  expect(ruleActionText({ type: 'send_reply', value: ['<p>Hi</p>'], display_value: [] }, i18n.t)).toBe(
    'Send reply',
  )
  expect(outcomeText({ ...given, outcome: 'refused', message: 'This policy was deleted' }, i18n.t)).toBe(
    'failed: This policy was deleted',
  )
  expect(outcomeText({ ...given, outcome: 'done', message: null }, i18n.t)).toBe('done')
})
