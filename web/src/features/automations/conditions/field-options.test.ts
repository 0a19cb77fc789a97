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

test('only rules on changes know what was before', () => {
  expect(ids('conversation_update')).toContain('previous_status')
  expect(ids('new_conversation')).not.toContain('previous_status')
  expect(ids('time_trigger')).toContain('hours_since_created')
})

test('every field and every operator has a name', () => {
  for (const type of ruleTypes)
    for (const field of ids(type)) expect(english).toHaveProperty([`automations.field.${field}`])
  for (const operator of ruleOperators)
    expect(english).toHaveProperty([`automations.operator.${operator.replaceAll(' ', '_')}`])
})

test('another field begins with an operator that fits it, and without a value', () => {
  const all = listFieldOptions('new_conversation', [attribute('plan', 'list', ['gold'])])
  const [status, plan, hours] = ['status', 'plan', 'hours_since_created'].map((field) =>
    all.find((one) => one.field === field),
  )
  if (!status || !plan || !hours) throw new Error('not offered')
  const chosen = withField({ ...newCondition(), field: 'subject', value: 'refund' }, status)
  expect(chosen).toMatchObject({ field: 'status', operator: 'equals', value: '' })
  expect(withField({ ...chosen, value: '3' }, status).value).toBe('3')
  expect(withField(chosen, plan)).toMatchObject({
    field_type: 'contact_custom_attribute',
    field: 'plan',
    operator: 'equals',
  })
  expect(withField(chosen, hours).operator).toBe('greater than')
  expect(findFieldOption(all, withField(chosen, plan))).toBe(plan)
})

test('an operator that wants no value drops the one that was there', () => {
  const condition = { ...newCondition(), value: 'a' }
  expect(withOperator(condition, 'set').value).toBe('')
  expect(withOperator(condition, 'not equals').value).toBe('a')
})

test('a list with commas is taken apart', () => {
  expect(splitList(' refund, invoice,, ')).toEqual(['refund', 'invoice'])
  expect(splitList('')).toEqual([])
})
