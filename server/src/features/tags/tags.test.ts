import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listTagUsage } from './tag-usage.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const makeTagged = async (...tags: string[]) => {
  const c = await t.make.conversation()
  await admin.post(`/api/v1/conversations/${c.uuid}/tags`, { tags })
  return c
}
const listTags = async (c: { uuid: string }) =>
  (await admin.get(`/api/v1/conversations/${c.uuid}`)).body.data.tags

test('merging gives the remaining tag to everything that had either, including macros and views, as the preview says', async () => {
  const [mergedTag, remainingTag, other] = [
    await t.make.tag('refnd'),
    await t.make.tag('refund'),
    await t.make.tag('other'),
  ]
  const [one, both, none] = [
    await makeTagged('refnd'),
    await makeTagged('refnd', 'refund'),
    await makeTagged('other'),
  ]
  const macro = (
    await admin.post('/api/v1/macros', {
      name: 'Refund',
      actions: [{ type: 'add_tags', value: ['refnd', 'refund', 'other'] }],
      visibility: 'all',
      visible_when: ['replying'],
    })
  ).body.data
  const row = (value: unknown) => ({ model: 'conversations', field: 'tags', operator: 'contains', value })
  const filters = [
    row(`[${mergedTag.id},${other.id}]`),
    { any: [row([mergedTag.id, remainingTag.id]), { all: [row([String(mergedTag.id)])] }] },
    row(`[${other.id}]`),
  ]
  const view = (await admin.post('/api/v1/views/me', { name: 'Refunds', filters })).body.data
  await admin.post('/api/v1/views/me', { name: 'Others', filters: [row([other.id])] })

  const facts = await t.events()
  const preview = (await admin.get(`/api/v1/tags/${mergedTag.id}/merge?into_id=${remainingTag.id}`)).body.data
  expect(preview.effects.map(({ effect, count }: Record<string, unknown>) => [effect, count])).toEqual([
    ['conversations_retagged', 1],
    ['conversations_with_both', 1],
    ['macros_retagged', 1],
    ['views_retagged', 1],
  ])
  expect(await t.events(), 'nothing was done').toEqual(facts)

  const lines = await t.events(one.id)
  expect(
    (await admin.post(`/api/v1/tags/${mergedTag.id}/merge`, { into_id: remainingTag.id })).body.data,
  ).toMatchObject({
    id: remainingTag.id,
    name: 'refund',
  })
  expect(await listTags(one)).toEqual(['refund'])
  expect(await listTags(both)).toEqual(['refund'])
  expect(await listTags(none)).toEqual(['other'])
  const [{ actions }] = (await admin.get('/api/v1/macros')).body.data.filter(
    ({ id }: { id: number }) => id === macro.id,
  )
  expect(actions[0].value).toEqual(['refund', 'other'])
  const views = (await admin.get('/api/v1/views/me')).body.data
  expect(views.find(({ id }: { id: number }) => id === view.id).filters).toEqual([
    row(`[${remainingTag.id},${other.id}]`),
    { any: [row([remainingTag.id]), { all: [row([String(remainingTag.id)])] }] },
    row(`[${other.id}]`),
  ])
  expect(await t.events(one.id)).toEqual(lines)
  expect((await t.events()).slice(facts.length)).toEqual(['tag.merged'])
  const event = await t.db
    .selectFrom('events')
    .select(['changes', 'data'])
    .where('type', '=', 'tag.merged')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    changes: { name: ['refnd', null], merged_into: [null, 'refund'] },
    data: { conversations: 2, macros: 1, views: 1 },
  })
  expect((await admin.get(`/api/v1/tags/${mergedTag.id}/merge?into_id=${remainingTag.id}`)).status).toBe(404)
})

test('rules that set or check a merged tag use the remaining one, without duplicates, and other rules are unchanged', async () => {
  const [mergedTag, remainingTag, other] = [
    await t.make.tag('urgnt'),
    await t.make.tag('urgent'),
    await t.make.tag('calm'),
  ]
  const path = '/api/v1/automations/rules'
  async function rule(value: string | null, actions: { type: string; value: string[] }[]) {
    const row = { field: 'tags', operator: 'contains', value }
    const groups = [
      { logical_op: 'AND', rules: value === null ? [] : [row] },
      { logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: String(mergedTag.id) }] },
    ]
    const body = {
      name: 'A rule',
      type: 'new_conversation',
      rules: [{ groups, group_operator: 'OR', actions }],
    }
    return (await admin.post(path, body)).body.data.id as number
  }
  const ruleActions = (type: string, ...value: string[]) => ({ type, value })
  const priority = ruleActions('set_priority', '3')
  const checkingRules = await rule(`${mergedTag.id}, ${remainingTag.id},${other.id}`, [priority])
  const settingRules = await rule(null, [
    ruleActions('add_tags', 'urgnt', 'urgent'),
    ruleActions('remove_tags', 'calm', 'urgnt'),
  ])
  const unrelatedRule = [
    await rule(`${remainingTag.id}, ${other.id}`, [ruleActions('set_tags', 'calm')]),
    await rule(null, [priority]),
  ]
  const read = async (id: number) => (await admin.get(`${path}/${id}`)).body.data
  const before = await Promise.all(unrelatedRule.map(read))

  const preview = (await admin.get(`/api/v1/tags/${mergedTag.id}/merge?into_id=${remainingTag.id}`)).body.data
  expect(preview.effects).toEqual([{ effect: 'rules_retagged', count: 2, count_is_minimum: false }])
  await admin.post(`/api/v1/tags/${mergedTag.id}/merge`, { into_id: remainingTag.id })
  expect((await read(checkingRules)).rules[0].groups[0].rules[0].value).toBe(`${remainingTag.id},${other.id}`)
  expect((await read(settingRules)).rules[0].actions).toMatchObject([
    ruleActions('add_tags', 'urgent'),
    ruleActions('remove_tags', 'calm', 'urgent'),
  ])
  for (const id of [checkingRules, settingRules]) {
    const { problems, rules } = await read(id)
    expect(problems).toEqual([])
    expect(rules[0].groups[1].rules[0].value, 'the same figure, meaning something else').toBe(
      String(mergedTag.id),
    )
  }
  expect(await Promise.all(unrelatedRule.map(read))).toEqual(before)
  const events = await t.db.selectFrom('events').select('data').where('type', '=', 'tag.merged').execute()
  expect(events.at(-1)).toMatchObject({ data: { into_id: remainingTag.id, rules: 2 } })
})

test('a tag cannot be merged into itself or into a deleted one', async () => {
  const tag = await t.make.tag('alone')
  const c = await makeTagged('alone')
  const merge = (into_id: unknown) => admin.post(`/api/v1/tags/${tag.id}/merge`, { into_id })
  expect(await merge(tag.id)).toMatchObject({ status: 400, body: { errors: [{ path: 'into_id' }] } })
  expect((await merge(999_999)).status).toBe(404)
  expect((await merge(null)).status).toBe(400)
  expect(await listTags(c)).toEqual(['alone'])
})

test('two concurrent opposite merges leave one tag with everything', async () => {
  const [a, b] = [await t.make.tag('cross a'), await t.make.tag('cross b')]
  const [first, second] = [await makeTagged('cross a'), await makeTagged('cross b')]
  const answers = await Promise.all([
    admin.post(`/api/v1/tags/${a.id}/merge`, { into_id: b.id }),
    admin.post(`/api/v1/tags/${b.id}/merge`, { into_id: a.id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await listTags(first)).toEqual(await listTags(second))
  expect(await listTags(first)).toHaveLength(1)
})

test('a renamed tag stays on its conversations', async () => {
  const tag = await t.make.tag('befor')
  const c = await makeTagged('befor')
  await admin.put(`/api/v1/tags/${tag.id}`, { name: 'after' })
  expect(await listTags(c)).toEqual(['after'])
})

test('each tag and status reports its number of conversations, excluding the trash, and whether the count is a minimum', async () => {
  const [used, unused] = [await t.make.tag('used'), await t.make.tag('unused')]
  const gone = await makeTagged('used')
  await makeTagged('used')
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', gone.id)
    .execute()
  const usage = (await admin.get('/api/v1/tags/usage')).body.data
  const usageOf = (id: number) => usage.find((one: { id: number }) => one.id === id)
  expect(usageOf(used.id)).toEqual({ id: used.id, conversations: 1, conversations_is_minimum: false })
  expect(usageOf(unused.id)).toMatchObject({ conversations: 0 })

  const parked = (await admin.post('/api/v1/statuses', { name: 'Parked' })).body.data
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Parked' })
  const statuses = (await admin.get('/api/v1/statuses/usage')).body.data
  expect(statuses.find(({ id }: { id: number }) => id === parked.id)).toMatchObject({ conversations: 1 })

  await makeTagged('used')
  expect((await listTagUsage(t.db, 1)).find(({ id }) => id === used.id)).toMatchObject({
    conversations: 1,
    conversations_is_minimum: true,
  })
})
