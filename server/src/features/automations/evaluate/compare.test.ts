import { expect, test } from 'vitest'
import { matchesCondition } from './compare.ts'
import { type ConversationSnapshot, evaluateRule } from './evaluate-rule.ts'

const comparison = (operator: string, value = '', case_sensitive_match = false) =>
  ({ operator, value, case_sensitive_match }) as Parameters<typeof matchesCondition>[2]

test.each([
  // docs/spec/wire.md#automation-rules
  ['text', 'Refund please', 'contains', 'invoice, REFUND', true],
  ['text', 'a  lot\nof space', 'contains', 'lot of', true],
  ['text', 'Refund please', 'contains', 'invoice', false],
  ['text', 'Refund please', 'not contains', 'invoice,refund', false],
  ['text', null, 'not contains', 'x', true],
  ['text', 'Hello', 'equals', 'hello', true],
  ['text', 'Hello', 'not equals', 'hello', false],
  ['text', null, 'not equals', 'hello', true],
  ['text', '', 'set', '', false],
  ['text', 'x', 'set', '', true],
  ['text', null, 'not set', '', true],
  ['choice', '11', 'equals', '1', false],
  ['choice', null, 'equals', '0', true],
  ['choice', '2', 'not equals', '3', true],
  ['choice', null, 'set', '', false],
  ['tags', '3,17', 'contains', '7', false],
  ['tags', '3,17', 'contains', '7, 17', true],
  ['tags', '3,17', 'not contains', '7', true],
  ['tags', null, 'not contains', '7', true],
  ['tags', null, 'set', '', false],
  ['words', 'email', 'equals', 'email', true],
  ['hours', '24', 'greater than', '24', true],
  ['hours', '23.999', 'greater than', '24', false],
  ['hours', '24', 'less than', '24', false],
  ['hours', '24.7', 'equals', '24', true],
  ['hours', null, 'greater than', '0', false],
  ['number', '10', 'greater than', '9', true],
  ['number', '9', 'greater than', '9', false],
  ['number', '9.0', 'equals', '9', true],
  ['number', null, 'less than', '9', false],
  ['date', '2026-10-02', 'greater than', '2026-09-30', true],
  ['date', '2026-10-02', 'less than', '2026-10-02', false],
  ['boolean', null, 'equals', 'false', true],
  ['boolean', 'true', 'not equals', 'true', false],
] as const)('%s %j %s %j: %s', (kind, actual, operator, value, expected) => {
  expect(matchesCondition(kind, actual, comparison(operator, value))).toBe(expected)
})

test('a case-sensitive condition distinguishes upper and lower case', () => {
  expect(matchesCondition('text', 'REFUND', comparison('contains', 'refund', true))).toBe(false)
  expect(matchesCondition('text', 'Refund', comparison('equals', 'Refund', true))).toBe(true)
})

const at = new Date('2026-03-02T12:00:00Z')
const snapshot: ConversationSnapshot = {
  at,
  ...{ status: '1', priority: null, assigned_team: '3', assigned_user: null, inbox: '5', sla_policy: null },
  ...{
    previous_status: '1',
    previous_priority: '2',
    previous_assigned_team: null,
    previous_assigned_user: null,
  },
  ...{
    contact_email: 'ann@customer.test',
    subject: 'Hello',
    content: 'Where is it?',
    message_sender: 'contact',
  },
  ...{ origin: 'email', tags: ['7'], csat_rating: 4, is_open: false, spam_score: 0.957 },
  conversation_attributes: { order: 17, urgent: true },
  contact_attributes: { city: 'Turku' },
  since: {
    hours_since_created: new Date('2026-03-02T09:30:00Z'),
    hours_since_first_reply: null,
    hours_since_last_reply: null,
    hours_since_resolved: null,
  },
}
const attributes = new Map(
  (
    [
      ['conversation order', 'number'],
      ['conversation urgent', 'checkbox'],
      ['conversation never', 'text'],
      ['conversation unticked', 'checkbox'],
      ['contact city', 'text'],
    ] as const
  ).map(([key, data_type]) => [key, { name: key, data_type, values: [] }]),
)
const row = (field: string, operator: string, value = '', field_type = 'conversation') =>
  ({ field, field_type, operator, value, case_sensitive_match: false }) as Parameters<
    typeof evaluateRule
  >[0]['groups'][number]['rules'][number]

test.each([
  [row('contact_email', 'contains', '@customer.test'), true],
  [row('content', 'contains', 'where'), true],
  [row('inbox', 'equals', '5'), true],
  [row('assigned_user', 'not set'), true],
  [row('previous_priority', 'equals', '2'), true],
  [row('tags', 'contains', '7'), true],
  [row('csat_rating', 'less than', '5'), true],
  [row('origin', 'not equals', 'email'), false],
  [row('message_sender', 'equals', 'contact'), true],
  [row('business_hours_open', 'equals', 'true'), false],
  [row('spam_suggested', 'equals', 'true'), true],
  [row('spam_suggested', 'equals', 'false'), false],
  [row('spam_score', 'greater than', '95.6'), true],
  [row('spam_score', 'greater than', '95.7'), false],
  [row('spam_score', 'less than', '95.7'), false],
  [row('hours_since_created', 'greater than', '2.5'), true],
  [row('hours_since_created', 'greater than', '2.51'), false],
  [row('hours_since_resolved', 'not set'), true],
  [row('order', 'greater than', '9', 'conversation_custom_attribute'), true],
  [row('urgent', 'equals', 'true', 'conversation_custom_attribute'), true],
  [row('unticked', 'equals', 'false', 'conversation_custom_attribute'), true],
  [row('never', 'not set', '', 'conversation_custom_attribute'), true],
  // A condition on a missing value or attribute matches nothing else (docs/spec/wire.md#automation-rules).
  [row('never', 'not equals', 'x', 'conversation_custom_attribute'), false],
  [row('gone', 'not set', '', 'conversation_custom_attribute'), false],
  [row('city', 'equals', 'turku', 'contact_custom_attribute'), true],
])('condition %j matches: %s', (condition, expected) => {
  const body = {
    groups: [{ logical_op: 'AND' as const, rules: [condition] }],
    group_operator: 'AND' as const,
    actions: [],
  }
  expect(evaluateRule(body, snapshot, attributes).matched).toBe(expected)
})

const [yes, no] = [row('status', 'equals', '1'), row('status', 'equals', '2')]
test.each([
  ['OR', 'OR', [[no, yes], []], true],
  ['AND', 'OR', [[no, yes], []], false],
  ['OR', 'AND', [[yes], [no]], false],
  ['OR', 'OR', [[yes], [no]], true],
  ['OR', 'AND', [[yes], []], true],
  ['OR', 'AND', [[], []], true],
  ['OR', 'OR', [[], []], false],
] as const)('groups of %s joined by %s', (logical_op, group_operator, groups, expected) => {
  const body = {
    groups: groups.map((rules) => ({ logical_op, rules: [...rules] })),
    group_operator,
    actions: [],
  }
  expect(evaluateRule(body, snapshot, attributes).matched).toBe(expected)
})
