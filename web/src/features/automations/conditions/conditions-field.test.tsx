import type { RuleType } from '@parley/contract/automations/automation-fields'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { i18n } from '../../../lib/i18n.ts'
import { choose } from '../../../testing/choose.ts'
import { renderForm } from '../../../testing/render-form.tsx'
import { type ConditionFields, newRule, type RuleFields, ruleSchema } from '../rule-fields.ts'
import { ConditionsField } from './conditions-field.tsx'

const plan = {
  id: 1,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name: 'Plan',
  description: '',
  applies_to: 'contact',
  key: 'plan',
  values: ['Free', 'Pro'],
  data_type: 'list',
  regex: '',
  regex_hint: '',
}
const cached: [readonly unknown[], unknown][] = [
  [queryKeys.custom_attributes, [plan]],
  [queryKeys.statuses, [{ id: 1, name: 'Open' }]],
  [
    queryKeys.tags,
    [
      { id: 3, name: 'refund' },
      { id: 4, name: 'vip' },
    ],
  ],
  [queryKeys.inboxes, [{ id: 9, name: 'Support' }]],
  [queryKeys.priorities, []],
  [queryKeys.teams, []],
  [queryKeys.agents, []],
  [queryKeys.sla, []],
]
const subject: ConditionFields = {
  field: 'subject',
  field_type: 'conversation',
  operator: 'contains',
  value: 'refund',
  case_sensitive_match: false,
}

function ruleWith(conditions: ConditionFields[], type: RuleType = 'new_conversation'): RuleFields {
  const rule = newRule(type)
  const [body] = rule.rules
  if (!body) throw new Error('a rule has a body')
  const [first, second] = body.groups
  if (!first || !second) throw new Error('a rule has two groups')
  return {
    ...rule,
    name: 'Refunds',
    rules: [
      {
        ...body,
        groups: [{ ...first, rules: conditions }, second],
        actions: [{ type: 'send_csat', value: ['0'] }],
      },
    ],
  }
}
function renderConditions(values: RuleFields) {
  const app = renderForm({ schema: ruleSchema(i18n.t), values, cached }, (form) => (
    <ConditionsField form={form} />
  ))
  /** The groups that are saved. */
  const saved = async () => {
    await app.submit()
    await waitFor(() => expect(app.save).toHaveBeenCalledOnce())
    return app.save.mock.calls[0]?.[0].rules[0]
  }
  return { ...app, saved }
}
const addCondition = () => screen.getByRole('button', { name: 'Add condition' })

test('without conditions the rule applies to every conversation', () => {
  renderConditions(ruleWith([]))
  screen.getByText('No conditions: the rule runs for every conversation.')
  expect(screen.queryByRole('button', { name: 'Add second group' })).toBeNull()
})

test('a text condition starts with "contains", and can match the case', async () => {
  const { user, saved } = renderConditions(ruleWith([]))
  await user.click(addCondition())
  await choose(user, 'Field', 'Subject')
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'Refund')
  await user.click(screen.getByRole('button', { name: 'Case-sensitive' }))
  expect((await saved())?.groups[0]?.rules).toEqual([
    { ...subject, value: 'Refund', case_sensitive_match: true },
  ])
})

test('a condition without a value is refused on its row', async () => {
  const { submit, save } = renderConditions(ruleWith([subject, { ...subject, value: ' ' }]))
  await submit()
  await screen.findByText('Enter a value')
  const inputs = screen.getAllByRole('textbox', { name: 'Value' })
  expect(inputs.map((input) => input.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  expect(save).not.toHaveBeenCalled()
})

test('changing the field clears the value', async () => {
  const { user } = renderConditions(ruleWith([subject]))
  await choose(user, /^Field/, 'Status')
  expect(screen.queryByDisplayValue('refund')).toBeNull()
  await choose(user, /^Value/, 'Open')
  screen.getByRole('combobox', { name: 'Value: Open' })
})

test('tags are a list of ids', async () => {
  const { user, saved } = renderConditions(ruleWith([]))
  await user.click(addCondition())
  await choose(user, 'Field', 'Tags')
  await choose(user, 'Value', 'refund')
  await user.click(await screen.findByRole('option', { name: 'vip' }))
  await user.keyboard('{Escape}')
  expect((await saved())?.groups[0]?.rules).toMatchObject([{ field: 'tags', value: '3,4' }])
})

test('conditions of a group can be alternatives, once there are two', async () => {
  const { user, saved } = renderConditions(ruleWith([subject]))
  expect(screen.queryByRole('combobox', { name: 'Match' })).toBeNull()
  await user.click(addCondition())
  const [, field] = screen.getAllByRole('combobox', { name: /^Field/ })
  if (!field) throw new Error('no second condition')
  await choose(user, field, 'Status')
  const [, operator] = screen.getAllByRole('combobox', { name: 'Operator' })
  if (!operator) throw new Error('no second operator')
  await choose(user, operator, 'is set')
  await choose(user, 'Match', 'any of these')
  const body = await saved()
  expect(body?.groups[0]).toMatchObject({
    logical_op: 'OR',
    rules: [subject, { operator: 'set', value: '' }],
  })
})

test('a second group can be added, combined with the first and removed again', async () => {
  const { user, saved } = renderConditions(ruleWith([subject]))
  await user.click(screen.getByRole('button', { name: 'Add second group' }))
  await choose(user, 'How groups are combined', 'OR')
  const second = within(screen.getByRole('group', { name: 'Group 2' }))
  await user.click(second.getByRole('button', { name: 'Add condition' }))
  await user.click(second.getByRole('button', { name: 'Remove second group' }))
  expect(screen.queryByRole('group', { name: 'Group 2' })).toBeNull()
  const body = await saved()
  expect(body?.groups.map(({ rules }) => rules.length)).toEqual([1, 0])
})

test('removing a condition keeps the others, and the focus in the group', async () => {
  const { user, saved } = renderConditions(ruleWith([subject, { ...subject, value: 'invoice' }]))
  const [remove] = screen.getAllByRole('button', { name: 'Remove condition: Subject' })
  if (!remove) throw new Error('no condition')
  await user.click(remove)
  expect(document.activeElement).toBe(addCondition())
  expect((await saved())?.groups[0]?.rules).toMatchObject([{ value: 'invoice' }])
})

test('a time rule starts with the hours since the last reply', () => {
  renderConditions(newRule('time_trigger'))
  screen.getByRole('button', { name: 'Remove condition: Hours since last reply' })
  screen.getByDisplayValue('24')
})

test('what the spam filter suggests is yes or no, and how likely it is a number', async () => {
  const { user, saved } = renderConditions(ruleWith([]))
  await user.click(addCondition())
  await choose(user, 'Field', 'Suggested as spam')
  await choose(user, 'Value', 'Yes')
  await user.click(addCondition())
  const field = screen.getAllByRole('combobox', { name: /^Field/ })[1]
  if (!field) throw new Error('no second condition')
  await choose(user, field, 'Spam probability (%)')
  await user.type(screen.getByRole('spinbutton', { name: 'Value' }), '97.5')
  expect((await saved())?.groups[0]?.rules).toMatchObject([
    { field: 'spam_suggested', operator: 'equals', value: 'true' },
    { field: 'spam_score', operator: 'greater than', value: '97.5' },
  ])
})

test('a list attribute offers its options', async () => {
  const condition: ConditionFields = {
    ...subject,
    field: 'plan',
    field_type: 'contact_custom_attribute',
    operator: 'equals',
    value: '',
  }
  const { user, saved } = renderConditions(ruleWith([condition]))
  await choose(user, 'Value', 'Pro')
  expect((await saved())?.groups[0]?.rules).toMatchObject([{ field: 'plan', value: 'Pro' }])
})
