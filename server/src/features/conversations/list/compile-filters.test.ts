import {
  attributeFilterKinds,
  conversationFilterFields,
  filterOperators,
  filterOperatorsByKind,
} from '@parley/contract/shared/filters'
import { describe, expect, test } from 'vitest'
import { allNames, operatorCases } from './compile-filters-cases.ts'
import {
  high,
  ids,
  matchingNames,
  nameOf,
  requestList,
  setUpFilters,
  snoozedNow,
  t,
} from './compile-filters-suite.ts'

setUpFilters()

/** Placeholders such as `$ana` stand for ids. */
const resolveIds = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('$')
    ? ids[value.slice(1)]
    : Array.isArray(value)
      ? value.map(resolveIds)
      : value

describe.each(
  Object.entries(operatorCases).flatMap(([model, fields]) =>
    Object.entries(fields).map(([field, answers]) => [model, field, answers] as const),
  ),
)('%s.%s', (model, field, answers) => {
  test('every allowed operator finds the expected rows, and all others are refused', async () => {
    for (const operator of filterOperators) {
      const samples = answers[operator]
      if (!samples) {
        const reply = await requestList([{ model, field, operator, value: '1' }])
        expect(reply.status, operator).toBe(400)
        expect(reply.body.errors).toMatchObject([{ path: 'filters.0' }])
        continue
      }
      for (const [value, expected] of samples)
        expect(
          await matchingNames({ model, field, operator, value: resolveIds(value) }),
          `${operator} ${value}`,
        ).toBe(expected)
    }
  })
})

test('the table above covers every field and exactly the operators of the contract', () => {
  const kinds: Record<string, Record<string, keyof typeof filterOperatorsByKind>> = {
    ...conversationFilterFields,
    conversation_attributes: attributeFilterKinds,
    contact_attributes: attributeFilterKinds,
  }
  const supported = Object.entries(kinds).map(([model, fields]) => [
    model,
    Object.fromEntries(
      Object.entries(fields).map(([field, kind]) => [field, [...filterOperatorsByKind[kind]].sort()]),
    ),
  ])
  const tested = Object.entries(operatorCases).map(([model, fields]) => [
    model,
    Object.fromEntries(
      Object.entries(fields).map(([field, answers]) => [field, Object.keys(answers).sort()]),
    ),
  ])
  expect(Object.fromEntries(tested)).toEqual(Object.fromEntries(supported))
})

const bare = { field: 'assigned_user_id', operator: 'not set' }
const late = () => ({ field: 'tags', operator: 'contains', value: [ids.late] })

test('adjacent rows are combined with AND, groups with OR, and groups nest', async () => {
  expect(await matchingNames(high, bare)).toBe('')
  expect(await matchingNames({ any: [high, bare] })).toBe('bare full')
  expect(await matchingNames({ any: [high, bare] }, { any: [late(), bare] })).toBe('bare')
  expect(
    await matchingNames({ any: [{ all: [high, snoozedNow] }, { all: [late(), { any: [bare, late()] }] }] }),
  ).toBe('full other')
  expect(await matchingNames({ all: [snoozedNow, { any: [high, bare] }] }, high)).toBe('full')
  expect(await matchingNames({ any: [snoozedNow, late()] }), 'the status as one way among others').toBe(
    'full other',
  )
  expect(
    await matchingNames(
      { any: [{ ...snoozedNow, operator: 'not equals' }] },
      { all: [{ ...snoozedNow, operator: 'not equals' }] },
    ),
  ).toBe('bare other')
})

test('a day is a day in the time zone of the workspace', async () => {
  // 23:30 in London is 00:30 of the next day in Berlin.
  const c = await t.make.conversation()
  nameOf.set(c.uuid, 'late')
  await t.db
    .updateTable('conversations')
    .set({ waiting_since: new Date('2026-01-05T23:30:00Z') })
    .where('id', '=', c.id)
    .execute()
  const on = (operator: string, value: string) => matchingNames({ field: 'waiting_since', operator, value })
  expect(await on('equals', '2026-01-06')).toBe('late')
  expect(await on('equals', '2026-01-05')).toBe('')
  expect(await on('less than', '2026-01-06')).toBe('')
  expect(await on('less than', '2026-01-07')).toBe('late')
  await t.db.updateTable('conversations').set({ deleted_at: t.clock.now() }).where('id', '=', c.id).execute()
})

test('incomplete rows are ignored, in groups too', async () => {
  expect(
    await matchingNames(
      { field: 'priority_id' },
      { operator: 'equals', value: 3 },
      { field: 'subject', operator: 'contains', value: '' },
    ),
  ).toBe(allNames)
  expect(await matchingNames({ any: [high, { field: 'tags', operator: 'contains', value: [] }, {}] })).toBe(
    'full',
  )
  expect(await matchingNames({ any: [{ field: 'tags' }] })).toBe(allNames)
})
