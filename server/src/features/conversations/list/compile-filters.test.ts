// biome-ignore-all lint/style/noExcessiveLinesPerFile: the cases of one behaviour in one workspace
import {
  attributeFilterKinds,
  conversationFilterFields,
  filterOperators,
  filterOperatorsByKind,
} from '@parley/contract/shared/filters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { writeSettings } from '../../settings/settings.ts'

let t: TestApp
let browser: Awaited<ReturnType<TestApp['as']>>
/** The three conversations that every filter runs on, and the names of their values. */
const ids: Record<string, number> = {}
const nameOf = new Map<string, string>()

beforeAll(async () => {
  t = await startTestApp()
  const ana = await t.make.agent()
  browser = await t.as(ana)
  const team = await t.make.team()
  const [first, second] = [await t.make.inbox('one@parley.test'), await t.make.inbox('two@parley.test')]
  const [vip, late] = [await t.make.tag('vip'), await t.make.tag('late')]
  Object.assign(ids, {
    ana: ana.id,
    team: team.id,
    first: first.id,
    second: second.id,
    vip: vip.id,
    late: late.id,
  })
  const dates = { created_at: t.clock.now(), updated_at: t.clock.now() }
  for (const applies_to of ['conversation', 'contact'] as const)
    for (const data_type of ['text', 'number', 'checkbox', 'date', 'link', 'list'] as const)
      await t.db
        .insertInto('custom_attribute_definitions')
        .values({ ...dates, name: data_type, key: data_type, applies_to, data_type })
        .execute()
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.timezone': 'Europe/Berlin' }))

  const attributes = (text: string, number: number, checkbox: boolean, date: string) =>
    json({ text, number, checkbox, date, link: `https://${text}.test/`, list: text })
  // "full" has a value everywhere, "other" has different values everywhere, "bare" leaves everything empty that can be.
  await make('full', {
    inbox_id: first.id,
    email: 'ada@byron.test',
    contact: {
      first_name: 'Ada',
      last_name: 'Byron',
      custom_attributes: attributes('Gold', 10, true, '2026-03-10'),
    },
    columns: {
      subject: 'Refund of 100% please',
      status_id: 2,
      status_category: 'waiting' as const,
      priority_id: 3,
      assigned_user_id: ana.id,
      assigned_team_id: team.id,
      created_at: new Date('2026-03-10T10:00:00Z'),
      last_message_at: new Date('2026-03-10T10:00:00Z'),
      waiting_since: new Date('2026-03-10T10:00:00Z'),
      next_sla_deadline_at: new Date('2026-03-10T10:00:00Z'),
      snoozed_until: new Date('2026-03-10T10:00:00Z'),
      reference_number: '4811',
      custom_attributes: attributes('Gold', 10, true, '2026-03-10'),
    },
    tag_id: vip.id,
    seen: true,
  })
  await make('other', {
    inbox_id: second.id,
    email: 'grace@hopper.test',
    contact: {
      first_name: 'Grace',
      last_name: 'Hopper',
      custom_attributes: attributes('Silver', 2.5, false, '2026-03-20'),
    },
    columns: {
      subject: 'Where is my order?',
      status_id: 3,
      status_category: 'closed' as const,
      priority_id: 1,
      assigned_user_id: (await t.make.agent()).id,
      assigned_team_id: (await t.make.team()).id,
      created_at: new Date('2026-03-20T10:00:00Z'),
      last_message_at: new Date('2026-03-20T10:00:00Z'),
      waiting_since: new Date('2026-03-20T10:00:00Z'),
      next_sla_deadline_at: new Date('2026-03-20T10:00:00Z'),
      reference_number: '5000',
      custom_attributes: attributes('Silver', 2.5, false, '2026-03-20'),
    },
    tag_id: late.id,
    seen: false,
  })
  await make('bare', {
    inbox_id: second.id,
    email: 'x@nobody.test',
    contact: { first_name: '', last_name: '', email: null },
    columns: {
      subject: null,
      status_id: 4,
      status_category: 'closed' as const,
      waiting_since: null,
      created_at: new Date('2026-03-30T10:00:00Z'),
      last_message_at: new Date('2026-03-30T10:00:00Z'),
      reference_number: '9',
    },
    tag_id: null,
    seen: false,
  })

  async function make(
    name: string,
    is: {
      inbox_id: number
      email: string
      contact: object
      columns: object
      tag_id: number | null
      seen: boolean
    },
  ) {
    const c = await t.make.conversation({ inbox_id: is.inbox_id, email: is.email })
    await t.db.updateTable('conversations').set(is.columns).where('id', '=', c.id).execute()
    await t.db.updateTable('contacts').set(is.contact).where('id', '=', c.contact_id).execute()
    if (is.tag_id)
      await t.db
        .insertInto('conversation_tags')
        .values({ conversation_id: c.id, tag_id: is.tag_id })
        .execute()
    if (is.seen) await browser.put(`/api/v1/conversations/${c.uuid}/last-seen`)
    nameOf.set(c.uuid, name)
  }
})
afterAll(() => t.stop())

const requestList = (filters: unknown) =>
  browser.get(`/api/v1/conversations/all?${new URLSearchParams({ filters: JSON.stringify(filters) })}`)
const matchingNames = async (...filters: object[]): Promise<string> => {
  const { status, body } = await requestList(filters)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.results
    .map((row: { uuid: string }) => nameOf.get(row.uuid))
    .sort()
    .join(' ')
}
/** Placeholders such as `$ana` stand for ids. */
const resolveIds = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('$')
    ? ids[value.slice(1)]
    : Array.isArray(value)
      ? value.map(resolveIds)
      : value

type Answers = Record<string, [value: unknown, found: string][]>
const allNames = 'bare full other'

const choice = (value: unknown, other: unknown, set: string, unset: string): Answers => ({
  equals: [[value, 'full']],
  'not equals': [[value, 'bare other']],
  set: [[undefined, set]],
  'not set': [[undefined, unset]],
  in: [
    [[value], 'full'],
    [[value, other], 'full other'],
  ],
})
const nullable = (answers: Answers): Answers => ({
  ...answers,
  'not equals': answers['not equals']?.map(([value]) => [value, 'other']) ?? [],
})
const ordered = (low: unknown, mid: unknown, high: unknown): Answers => ({
  'greater than': [[mid, 'full']],
  'less than': [[mid, 'other']],
  between: [
    [[low, mid], 'other'],
    [[mid, high], 'full'],
    [[low, high], 'full other'],
  ],
})
const text = (
  value: string,
  part: string,
  other: string,
  withValue = 'full other',
  withoutValue = 'bare',
): Answers => ({
  equals: [
    [value, 'full'],
    [value.toUpperCase(), 'full'],
  ],
  'not equals': [[value, withoutValue === '' ? 'bare other' : 'other']],
  contains: [[part, 'full']],
  ilike: [[part.toUpperCase(), 'full']],
  'not contains': [[part, 'bare other']],
  in: [
    [[value], 'full'],
    [JSON.stringify([value, other]), 'full other'],
  ],
  set: [[undefined, withValue]],
  'not set': [[undefined, withoutValue]],
})
const instant = (isRequired = false): Answers => ({
  equals: [
    ['2026-03-10T10:00:00Z', 'full'],
    ['2026-03-10', 'full'],
    ['2026-03-11', ''],
  ],
  'not equals': [['2026-03-10', isRequired ? 'bare other' : 'other']],
  set: [[undefined, isRequired ? allNames : 'full other']],
  'not set': [[undefined, isRequired ? '' : 'bare']],
  'greater than': [
    ['2026-03-10T09:59:59Z', isRequired ? allNames : 'full other'],
    ['2026-03-10', isRequired ? 'bare other' : 'other'],
  ],
  'less than': [
    ['2026-03-20', 'full'],
    ['2026-03-20T10:00:01Z', 'full other'],
  ],
  between: [
    ['2026-03-10,2026-03-20', 'full other'],
    [['2026-03-11', '2026-03-20'], 'other'],
  ],
  in: [[['2026-03-10', '2026-03-20T10:00:00Z'], 'full other']],
})
const snoozed: Answers = {
  equals: [['2026-03-10', 'full']],
  'not equals': [
    ['2026-03-10', ''],
    ['2026-03-11', 'full'],
  ],
  set: [[undefined, 'full']],
  'not set': [[undefined, 'bare other']],
  'greater than': [['2026-03-09', 'full']],
  'less than': [['2026-03-10', '']],
  between: [['2026-03-09,2026-03-10', 'full']],
  in: [[['2026-03-10'], 'full']],
}
const day: Answers = {
  equals: [['2026-03-10', 'full']],
  'not equals': [['2026-03-10', 'other']],
  set: [[undefined, 'full other']],
  'not set': [[undefined, 'bare']],
  'greater than': [['2026-03-10', 'other']],
  'less than': [['2026-03-20', 'full']],
  between: [['2026-03-10,2026-03-20', 'full other']],
  in: [[['2026-03-10', '2026-03-11'], 'full']],
}
const boolean = (value: boolean, set: string, unset: string): Answers => ({
  equals: [
    [value, 'full'],
    [String(value), 'full'],
    [!value, 'bare other'],
  ],
  'not equals': [[value, 'bare other']],
  set: [[undefined, set]],
  'not set': [[undefined, unset]],
})
const tags: Answers = {
  contains: [
    [['$vip'], 'full'],
    [['$vip', '$late'], 'full other'],
    ['$vip', 'full'],
  ],
  in: [[['$late'], 'other']],
  'not contains': [[['$vip'], 'bare other']],
  set: [[undefined, 'full other']],
  'not set': [[undefined, 'bare']],
}
const attributes = {
  text: text('Gold', 'ol', 'Silver'),
  list: text('Gold', 'ol', 'Silver'),
  link: text('https://gold.test/', 'gold', 'https://silver.test/'),
  number: {
    ...nullable(choice(10, 2.5, 'full other', 'bare')),
    'greater than': [['2.5', 'full']],
    'less than': [[10, 'other']],
    between: [['2,2.5', 'other']],
  },
  checkbox: boolean(true, 'full other', 'bare'),
  date: day,
} satisfies Record<string, Answers>

const table: Record<string, Record<string, Answers>> = {
  conversations: {
    status_id: {
      ...choice(2, 3, allNames, ''),
      'greater than': [[2, 'bare other']],
      'less than': [[3, 'full']],
      between: [['3,4', 'bare other']],
    },
    priority_id: { ...nullable(choice(3, 1, 'full other', 'bare')), ...ordered(1, 2, 3) },
    assigned_team_id: {
      ...nullable(choice('$team', 0, 'full other', 'bare')),
      in: [[['$team', 0], 'full']],
      'greater than': [['$team', 'other']],
      'less than': [['$team', '']],
      between: [[['$team', '$team'], 'full']],
    },
    assigned_user_id: {
      ...nullable(choice('$ana', 0, 'full other', 'bare')),
      in: [[['$ana', 0], 'full']],
      'greater than': [['$ana', 'other']],
      'less than': [['$ana', '']],
      between: [[['$ana', '$ana'], 'full']],
    },
    inbox_id: {
      ...choice('$first', 0, allNames, ''),
      in: [
        [['$first', 0], 'full'],
        [['$first', '$second'], allNames],
      ],
      'greater than': [['$first', 'bare other']],
      'less than': [['$second', 'full']],
      between: [[['$first', '$first'], 'full']],
    },
    tags,
    subject: text('Refund of 100% please', '100% p', 'Where is my order?'),
    reference_number: {
      ...text('4811', '81', '5000', allNames, ''),
      in: [[['4811', '5000'], 'full other']],
      equals: [
        ['4811', 'full'],
        ['#4811', 'full'],
      ],
    },
    created_at: instant(true),
    last_message_at: instant(true),
    waiting_since: instant(),
    snoozed_until: snoozed,
    next_sla_deadline_at: instant(),
    unread: boolean(false, allNames, ''),
  },
  conversation_statuses: {
    id: {
      ...choice(2, 3, allNames, ''),
      'greater than': [[2, 'bare other']],
      'less than': [[3, 'full']],
      between: [['3,4', 'bare other']],
    },
    name: { ...text('Snoozed', 'noo', 'Resolved', allNames, '') },
  },
  contacts: {
    email: text('ada@byron.test', '@byr', 'grace@hopper.test'),
    name: text('Ada Byron', 'a b', 'Grace Hopper'),
    first_name: { ...text('Ada', 'ad', 'Grace'), 'not equals': [['Ada', 'bare other']] },
    last_name: { ...text('Byron', 'yro', 'Hopper'), 'not equals': [['Byron', 'bare other']] },
  },
  conversation_attributes: attributes,
  contact_attributes: attributes,
}
// An empty name is treated like any other text.
if (table.contacts?.name)
  table.contacts.name = { ...table.contacts.name, 'not equals': [['Ada Byron', 'bare other']] }

describe.each(
  Object.entries(table).flatMap(([model, fields]) =>
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
  const tested = Object.entries(table).map(([model, fields]) => [
    model,
    Object.fromEntries(
      Object.entries(fields).map(([field, answers]) => [field, Object.keys(answers).sort()]),
    ),
  ])
  expect(Object.fromEntries(tested)).toEqual(Object.fromEntries(supported))
})

const high = { field: 'priority_id', operator: 'equals', value: 3 }
const snoozedNow = { model: 'conversation_statuses', field: 'name', operator: 'equals', value: 'snoozed' }
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
