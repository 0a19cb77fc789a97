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

const tagged = async (...tags: string[]) => {
  const c = await t.make.conversation()
  await admin.post(`/api/v1/conversations/${c.uuid}/tags`, { tags })
  return c
}
const tagsOf = async (c: { uuid: string }) =>
  (await admin.get(`/api/v1/conversations/${c.uuid}`)).body.data.tags

test('merging gives the kept tag to whoever had either, in macros and views too, and says so beforehand', async () => {
  const [old, kept, other] = [
    await t.make.tag('refnd'),
    await t.make.tag('refund'),
    await t.make.tag('other'),
  ]
  const [one, both, none] = [await tagged('refnd'), await tagged('refnd', 'refund'), await tagged('other')]
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
    row(`[${old.id},${other.id}]`),
    { any: [row([old.id, kept.id]), { all: [row([String(old.id)])] }] },
    row(`[${other.id}]`),
  ]
  const view = (await admin.post('/api/v1/views/me', { name: 'Refunds', filters })).body.data
  await admin.post('/api/v1/views/me', { name: 'Others', filters: [row([other.id])] })

  const facts = await t.events()
  const preview = (await admin.get(`/api/v1/tags/${old.id}/merge?into_id=${kept.id}`)).body.data
  expect(preview.effects.map(({ effect, count }: Record<string, unknown>) => [effect, count])).toEqual([
    ['conversations_retagged', 1],
    ['conversations_with_both', 1],
    ['macros_retagged', 1],
    ['views_retagged', 1],
  ])
  expect(await t.events(), 'nothing was done').toEqual(facts)

  const lines = await t.events(one.id)
  expect((await admin.post(`/api/v1/tags/${old.id}/merge`, { into_id: kept.id })).body.data).toMatchObject({
    id: kept.id,
    name: 'refund',
  })
  expect(await tagsOf(one)).toEqual(['refund'])
  expect(await tagsOf(both)).toEqual(['refund'])
  expect(await tagsOf(none)).toEqual(['other'])
  const [{ actions }] = (await admin.get('/api/v1/macros')).body.data.filter(
    ({ id }: { id: number }) => id === macro.id,
  )
  expect(actions[0].value).toEqual(['refund', 'other'])
  const views = (await admin.get('/api/v1/views/me')).body.data
  expect(views.find(({ id }: { id: number }) => id === view.id).filters).toEqual([
    row(`[${kept.id},${other.id}]`),
    { any: [row([kept.id]), { all: [row([String(kept.id)])] }] },
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
  expect((await admin.get(`/api/v1/tags/${old.id}/merge?into_id=${kept.id}`)).status).toBe(404)
})

test('rules that set a merged tag or ask for it have the other one, each once, and the others stay as they are', async () => {
  const [old, kept, other] = [await t.make.tag('urgnt'), await t.make.tag('urgent'), await t.make.tag('calm')]
  const path = '/api/v1/automations/rules'
  async function rule(value: string | null, actions: { type: string; value: string[] }[]) {
    const row = { field: 'tags', operator: 'contains', value }
    const groups = [
      { logical_op: 'AND', rules: value === null ? [] : [row] },
      { logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: String(old.id) }] },
    ]
    const body = {
      name: 'A rule',
      type: 'new_conversation',
      rules: [{ groups, group_operator: 'OR', actions }],
    }
    return (await admin.post(path, body)).body.data.id as number
  }
  const does = (type: string, ...value: string[]) => ({ type, value })
  const priority = does('set_priority', '3')
  const asking = await rule(`${old.id}, ${kept.id},${other.id}`, [priority])
  const setting = await rule(null, [
    does('add_tags', 'urgnt', 'urgent'),
    does('remove_tags', 'calm', 'urgnt'),
  ])
  const neither = [
    await rule(`${kept.id}, ${other.id}`, [does('set_tags', 'calm')]),
    await rule(null, [priority]),
  ]
  const read = async (id: number) => (await admin.get(`${path}/${id}`)).body.data
  const before = await Promise.all(neither.map(read))

  const preview = (await admin.get(`/api/v1/tags/${old.id}/merge?into_id=${kept.id}`)).body.data
  expect(preview.effects).toEqual([{ effect: 'rules_retagged', count: 2, count_is_minimum: false }])
  await admin.post(`/api/v1/tags/${old.id}/merge`, { into_id: kept.id })
  expect((await read(asking)).rules[0].groups[0].rules[0].value).toBe(`${kept.id},${other.id}`)
  expect((await read(setting)).rules[0].actions).toMatchObject([
    does('add_tags', 'urgent'),
    does('remove_tags', 'calm', 'urgent'),
  ])
  for (const id of [asking, setting]) {
    const { problems, rules } = await read(id)
    expect(problems).toEqual([])
    expect(rules[0].groups[1].rules[0].value, 'the same figure, meaning something else').toBe(String(old.id))
  }
  expect(await Promise.all(neither.map(read))).toEqual(before)
  const events = await t.db.selectFrom('events').select('data').where('type', '=', 'tag.merged').execute()
  expect(events.at(-1)).toMatchObject({ data: { into_id: kept.id, rules: 2 } })
})

test('a tag is not merged into itself or into one that is gone', async () => {
  const tag = await t.make.tag('alone')
  const c = await tagged('alone')
  const merge = (into_id: unknown) => admin.post(`/api/v1/tags/${tag.id}/merge`, { into_id })
  expect(await merge(tag.id)).toMatchObject({ status: 400, body: { errors: [{ path: 'into_id' }] } })
  expect((await merge(999_999)).status).toBe(404)
  expect((await merge(null)).status).toBe(400)
  expect(await tagsOf(c)).toEqual(['alone'])
})

test('two who merge crosswise at once leave one of the tags, with everything', async () => {
  const [a, b] = [await t.make.tag('cross a'), await t.make.tag('cross b')]
  const [first, second] = [await tagged('cross a'), await tagged('cross b')]
  const answers = await Promise.all([
    admin.post(`/api/v1/tags/${a.id}/merge`, { into_id: b.id }),
    admin.post(`/api/v1/tags/${b.id}/merge`, { into_id: a.id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await tagsOf(first)).toEqual(await tagsOf(second))
  expect(await tagsOf(first)).toHaveLength(1)
})

test('a renamed tag stays on its conversations', async () => {
  const tag = await t.make.tag('befor')
  const c = await tagged('befor')
  await admin.put(`/api/v1/tags/${tag.id}`, { name: 'after' })
  expect(await tagsOf(c)).toEqual(['after'])
})

test('each tag and status says how many conversations have it, trash aside, and how far it counted', async () => {
  const [used, unused] = [await t.make.tag('used'), await t.make.tag('unused')]
  const gone = await tagged('used')
  await tagged('used')
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('id', '=', gone.id)
    .execute()
  const usage = (await admin.get('/api/v1/tags/usage')).body.data
  const of = (id: number) => usage.find((one: { id: number }) => one.id === id)
  expect(of(used.id)).toEqual({ id: used.id, conversations: 1, conversations_is_minimum: false })
  expect(of(unused.id)).toMatchObject({ conversations: 0 })

  const parked = (await admin.post('/api/v1/statuses', { name: 'Parked' })).body.data
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Parked' })
  const statuses = (await admin.get('/api/v1/statuses/usage')).body.data
  expect(statuses.find(({ id }: { id: number }) => id === parked.id)).toMatchObject({ conversations: 1 })

  await tagged('used')
  expect((await listTagUsage(t.db, 1)).find(({ id }) => id === used.id)).toMatchObject({
    conversations: 1,
    conversations_is_minimum: true,
  })
})
