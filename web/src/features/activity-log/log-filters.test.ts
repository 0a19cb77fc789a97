import { expect, test } from 'vitest'
import { noFilters, SIGN_INS, toFilterConditions } from './log-filters.ts'

const row = (field: string, operator: string, value: unknown) => ({
  model: 'activity_logs',
  field,
  operator,
  value,
})

test('without filters there are no conditions', () => {
  expect(toFilterConditions(noFilters)).toEqual([])
})

test('an actor and a kind are conditions on their own columns', () => {
  expect(toFilterConditions({ ...noFilters, actor_id: '7', kind: 'teams' })).toEqual([
    row('actor_id', 'equals', '7'),
    row('target_model_type', 'equals', 'teams'),
  ])
})

test('sign-ins and sign-outs are one choice', () => {
  expect(toFilterConditions({ ...noFilters, kind: SIGN_INS })).toEqual([
    row('activity_type', 'in', ['agent_login', 'agent_logout']),
  ])
})

test('both days are included as a whole, in the time zone of the browser', () => {
  const [from, to] = toFilterConditions({ ...noFilters, from: '2026-10-01', to: '2026-10-02' })
  expect(from).toMatchObject({ field: 'created_at', operator: 'greater than' })
  expect(to).toMatchObject({ field: 'created_at', operator: 'less than' })
  const first = Date.parse(String(from?.value)) + 1
  expect(new Date(first)).toEqual(new Date('2026-10-01T00:00:00'))
  expect(new Date(String(to?.value))).toEqual(new Date('2026-10-03T00:00:00'))
})

test('the last day of a month ends with the first of the next one', () => {
  const [to] = toFilterConditions({ ...noFilters, to: '2026-02-28' })
  expect(new Date(String(to?.value))).toEqual(new Date('2026-03-01T00:00:00'))
})

test.each(['', '2026-13-01', 'yesterday'])('"%s" is not a valid date bound', (day) => {
  expect(toFilterConditions({ ...noFilters, from: day, to: day })).toEqual([])
})
