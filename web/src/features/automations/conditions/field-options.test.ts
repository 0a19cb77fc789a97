import { ruleOperators, ruleTypes } from '@parley/contract/automations/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { expect, test } from 'vitest'
import { english } from '../../../testing/english.ts'
import {
  findFieldOption,
  listFieldOptions,
  newCondition,
  splitList,
  withField,
  withOperator,
} from './field-options.ts'

const attribute = (key: string, data_type: CustomAttribute['data_type'], values: string[] = []) =>
  ({ key, name: key, applies_to: 'contact', data_type, values }) as unknown as CustomAttribute // as much of it as matters

const ids = (type: (typeof ruleTypes)[number]) => listFieldOptions(type, []).map(({ field }) => field)

test('only rules on updates can compare with the previous value', () => {
  expect(ids('conversation_update')).toContain('previous_status')
  expect(ids('new_conversation')).not.toContain('previous_status')
  expect(ids('time_trigger')).toContain('hours_since_created')
})

test('every field and operator has a name', () => {
  for (const type of ruleTypes)
    for (const field of ids(type)) expect(english).toHaveProperty([`automations.field.${field}`])
  for (const operator of ruleOperators)
    expect(english).toHaveProperty([`automations.operator.${operator.replaceAll(' ', '_')}`])
})

test('changing the field picks a fitting operator and clears the value', () => {
  const all = listFieldOptions('new_conversation', [attribute('plan', 'list', ['gold'])])
  const [status, plan, hours] = ['status', 'plan', 'hours_since_created'].map((field) =>
    all.find((one) => one.field === field),
  )
  if (!status || !plan || !hours) throw new Error('field option missing')
  const changed = withField({ ...newCondition(), field: 'subject', value: 'refund' }, status)
  expect(changed).toMatchObject({ field: 'status', operator: 'equals', value: '' })
  expect(withField({ ...changed, value: '3' }, status).value).toBe('3')
  expect(withField(changed, plan)).toMatchObject({
    field_type: 'contact_custom_attribute',
    field: 'plan',
    operator: 'equals',
  })
  expect(withField(changed, hours).operator).toBe('greater than')
  expect(findFieldOption(all, withField(changed, plan))).toBe(plan)
})

test('an operator without a value clears the value', () => {
  const condition = { ...newCondition(), value: 'a' }
  expect(withOperator(condition, 'set').value).toBe('')
  expect(withOperator(condition, 'not equals').value).toBe('a')
})

test('a comma-separated list is split', () => {
  expect(splitList(' refund, invoice,, ')).toEqual(['refund', 'invoice'])
  expect(splitList('')).toEqual([])
})
