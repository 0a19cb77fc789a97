import { expect, test } from 'vitest'
import { high, matchingNames, requestList, setUpFilters, snoozedNow } from './compile-filters-suite.ts'

setUpFilters()

const nestedGroup = (levels: number): object => (levels === 0 ? high : { any: [nestedGroup(levels - 1)] })
test.each([
  [
    'an unknown field',
    { field: 'mood', operator: 'equals', value: 1 },
    'filters.1',
    'Filter 2: conversations cannot be filtered by "mood"',
  ],
  [
    'an unknown model',
    { model: 'users', field: 'email', operator: 'equals', value: 'a' },
    'filters.1',
    'Filter 2: conversations cannot be filtered by "users.email"',
  ],
  [
    'an unknown operator',
    { field: 'subject', operator: 'smells like', value: 'a' },
    'filters.1',
    'Filter 2: "smells like" does not fit the field "subject"',
  ],
  [
    'an unknown attribute',
    { model: 'contact_attributes', field: 'plan', operator: 'set' },
    'filters.1',
    'Filter 2: there is no custom attribute "plan"',
  ],
  [
    'an inherited property',
    { field: 'constructor', operator: 'set' },
    'filters.1',
    'Filter 2: conversations cannot be filtered by "constructor"',
  ],
  [
    'text for a number',
    { field: 'inbox_id', operator: 'equals', value: 'Billing' },
    'filters.1',
    'Filter 2: "inbox_id" is compared with a number',
  ],
  [
    'text for a date',
    { field: 'created_at', operator: 'less than', value: 'soon' },
    'filters.1',
    'Filter 2: "created_at" is compared with a date',
  ],
  [
    'an invalid date',
    { field: 'created_at', operator: 'less than', value: '2026-02-31T' },
    'filters.1',
    'Filter 2: "created_at" is compared with a date',
  ],
  [
    'text for a boolean',
    { field: 'unread', operator: 'equals', value: 'perhaps' },
    'filters.1',
    'Filter 2: "unread" is compared with true or false',
  ],
  [
    'half of a range',
    { field: 'created_at', operator: 'between', value: '2026-01-01' },
    'filters.1',
    'Filter 2: "between" takes two values',
  ],
  [
    'something deep in a group',
    { any: [high, { all: [{ field: 'mood', operator: 'set' }] }] },
    'filters.1.any.1.all.0',
    'Filter 2.2.1: conversations cannot be filtered by "mood"',
  ],
  [
    'a group with extra properties',
    { any: [high], field: 'subject' },
    'filters.1',
    'Filter 2 is a group, which can only contain "any"',
  ],
  [
    'a group that is not a list',
    { any: high },
    'filters.1.any',
    'Filters must be a JSON array of {model, field, operator, value}, {any: […]} or {all: […]}',
  ],
  [
    'a number instead of an object',
    7 as unknown as object,
    'filters.1',
    'Filter 2 is not a filter: {model, field, operator, value}, {any: […]} or {all: […]}',
  ],
  [
    'a field name that is not a string',
    { field: 7, operator: 'set' },
    'filters.1',
    'Filter 2: "field" must be a string',
  ],
  [
    'groups 4 deep',
    nestedGroup(4),
    'filters.1.any.0.any.0.any.0',
    'Filter 2.1.1.1: groups can be nested at most 3 levels deep',
  ],
  [
    'the 51st row',
    { all: Array.from({ length: 50 }, () => high) },
    'filters.1.all.49',
    'A list can have at most 50 filters',
  ],
] as const)('%s is refused with its path', async (_what, filter, path, message) => {
  const reply = await requestList([snoozedNow, filter])
  expect([reply.status, reply.body.errors]).toEqual([400, [{ path, message }]])
})

test('groups nested 3 deep and 50 rows are accepted', async () => {
  expect(await matchingNames(nestedGroup(3))).toBe('full')
  expect(await matchingNames(...Array.from({ length: 50 }, () => high))).toBe('full')
})

test('an invalid row is refused even if the rows before it match nothing', async () => {
  const matchesNothing = { field: 'status_id', operator: 'not set' }
  expect(
    (await requestList([matchesNothing, { field: 'status_id', operator: 'equals', value: 'x' }])).status,
  ).toBe(400)
})
