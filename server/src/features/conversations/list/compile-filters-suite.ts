import { afterAll, beforeAll, expect } from 'vitest'
import { json } from '../../../db/json.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { writeSettings } from '../../settings/settings.ts'

export let t: TestApp

let browser: Awaited<ReturnType<TestApp['as']>>

export const ids: Record<string, number> = {}

/** The names of the three conversations that every filter runs on, by their UUID. */
export const nameOf = new Map<string, string>()

export const requestList = (filters: unknown) =>
  browser.get(`/api/v1/conversations/all?${new URLSearchParams({ filters: JSON.stringify(filters) })}`)

export const matchingNames = async (...filters: object[]): Promise<string> => {
  const { status, body } = await requestList(filters)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.results
    .map((row: { uuid: string }) => nameOf.get(row.uuid))
    .sort()
    .join(' ')
}

export const high = { field: 'priority_id', operator: 'equals', value: 3 }

export const snoozedNow = {
  model: 'conversation_statuses',
  field: 'name',
  operator: 'equals',
  value: 'snoozed',
}

export function setUpFilters() {
  beforeAll(async () => {
    nameOf.clear()
    t = await startTestApp()
    await createReferenceData()
    await createFull()
    await createOther()
    await createBare()
  })
  afterAll(() => t.stop())
}

async function createReferenceData() {
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
}

const attributes = (text: string, number: number, checkbox: boolean, date: string) =>
  json({ text, number, checkbox, date, link: `https://${text}.test/`, list: text })

/** Has a value everywhere. */
function createFull() {
  const date = new Date('2026-03-10T10:00:00Z')
  return createConversation('full', {
    inbox_id: ids.first,
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
      assigned_user_id: ids.ana,
      assigned_team_id: ids.team,
      created_at: date,
      last_message_at: date,
      waiting_since: date,
      next_sla_deadline_at: date,
      snoozed_until: date,
      reference_number: '4811',
      custom_attributes: attributes('Gold', 10, true, '2026-03-10'),
    },
    tag_id: ids.vip,
    seen: true,
  })
}

/** Has different values everywhere. */
async function createOther() {
  const date = new Date('2026-03-20T10:00:00Z')
  await createConversation('other', {
    inbox_id: ids.second,
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
      created_at: date,
      last_message_at: date,
      waiting_since: date,
      next_sla_deadline_at: date,
      reference_number: '5000',
      custom_attributes: attributes('Silver', 2.5, false, '2026-03-20'),
    },
    tag_id: ids.late,
    seen: false,
  })
}

/** Leaves everything empty that can be. */
function createBare() {
  const date = new Date('2026-03-30T10:00:00Z')
  return createConversation('bare', {
    inbox_id: ids.second,
    email: 'x@nobody.test',
    contact: { first_name: '', last_name: '', email: null },
    columns: {
      subject: null,
      status_id: 4,
      status_category: 'closed' as const,
      waiting_since: null,
      created_at: date,
      last_message_at: date,
      reference_number: '9',
    },
    seen: false,
  })
}

async function createConversation(
  name: string,
  values: {
    inbox_id: number | undefined
    email: string
    contact: object
    columns: object
    tag_id?: number | undefined
    seen: boolean
  },
) {
  const c = await t.make.conversation({ inbox_id: values.inbox_id, email: values.email })
  await t.db.updateTable('conversations').set(values.columns).where('id', '=', c.id).execute()
  await t.db.updateTable('contacts').set(values.contact).where('id', '=', c.contact_id).execute()
  if (values.tag_id)
    await t.db
      .insertInto('conversation_tags')
      .values({ conversation_id: c.id, tag_id: values.tag_id })
      .execute()
  if (values.seen) await browser.put(`/api/v1/conversations/${c.uuid}/last-seen`)
  nameOf.set(c.uuid, name)
}
