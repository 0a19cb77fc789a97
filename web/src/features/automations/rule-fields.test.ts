import { expect, test } from 'vitest'
import { i18n } from '../../lib/i18n.ts'
import { newCondition } from './conditions/field-options.ts'
import { newRule, type RuleFields, ruleSchema } from './rule-fields.ts'

const rule = (change: Partial<RuleFields>, body: Partial<RuleFields['rules'][number]> = {}): RuleFields => {
  const fields = { ...newRule('new_conversation'), name: 'Refunds', ...change }
  const actions = [{ type: 'set_priority' as const, value: ['1'] }]
  return { ...fields, rules: fields.rules.map((one) => ({ ...one, actions, ...body })) }
}
const invalidPaths = (fields: RuleFields) =>
  ruleSchema(i18n.t)
    .safeParse(fields)
    .error?.issues.map(({ path }) => path.join('.'))

test('a rule with a name and an action is valid', () => {
  expect(invalidPaths(rule({}))).toBe(undefined)
})

test.each<[string, RuleFields, string[]]>([
  ['a name', rule({ name: ' ' }), ['name']],
  ['an action', rule({}, { actions: [] }), ['rules.0.actions']],
  ['an event', rule({ type: 'conversation_update' }), ['events']],
  [
    'what an action sets',
    rule({}, { actions: [{ type: 'add_tags', value: [] }] }),
    ['rules.0.actions.0.value'],
  ],
  [
    'a field and what it is compared with',
    rule(
      {},
      {
        groups: [
          { logical_op: 'AND', rules: [] },
          { logical_op: 'AND', rules: [newCondition(), { ...newCondition(), field: 'subject' }] },
        ],
      },
    ),
    ['rules.0.groups.1.rules.0.field', 'rules.0.groups.1.rules.1.value'],
  ],
  [
    'a value',
    rule(
      {},
      {
        groups: [
          {
            logical_op: 'AND',
            rules: [
              { ...newCondition(), field: 'subject', operator: 'set' },
              { ...newCondition(), field: 'subject' },
            ],
          },
          { logical_op: 'AND', rules: [] },
        ],
      },
    ),
    ['rules.0.groups.0.rules.1.value'],
  ],
])('without %s, the error is at its path', (_, fields, paths) => {
  expect(invalidPaths(fields)).toEqual(paths)
})

test('a survey action needs no value', () => {
  expect(invalidPaths(rule({}, { actions: [{ type: 'send_csat', value: ['0'] }] }))).toBe(undefined)
})
