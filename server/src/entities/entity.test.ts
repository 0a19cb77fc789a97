import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagEntity } from '../features/tags/tags.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { Entity } from './entity.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const createTag = (name: string) => t.act(t.system, (tx) => tagEntity.create(tx, { name }))

const listEvents = (object_type: string, object_id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes', 'data'])
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .orderBy('id')
    .execute()

test('a row that is missing or soft-deleted is not found', async () => {
  const inboxes = new Entity({
    table: 'inboxes',
    type: 'inbox',
    name: 'Inbox',
    fields: ({ name }) => ({ name }),
    exists: sql`deleted_at is null`,
  })
  const { id } = await t.make.inbox()
  expect(await inboxes.get(t.db, id)).toMatchObject({ id })
  await t.db.updateTable('inboxes').set({ deleted_at: t.clock.now() }).where('id', '=', id).execute()
  const missing = { status: 404, message: 'Inbox not found' }
  await expect(inboxes.get(t.db, id)).rejects.toMatchObject(missing)
  await expect(inboxes.get(t.db, 999_999)).rejects.toMatchObject(missing)
  await t.act(t.system, async (tx) => {
    await expect(inboxes.lock(tx, id)).rejects.toMatchObject(missing)
    await expect(inboxes.lockExclusively(tx, id)).rejects.toMatchObject(missing)
  })
})

test('every write is recorded with the fields before and after it', async () => {
  const { id } = await createTag('first')
  await t.act(t.system, async (tx) => tagEntity.update(tx, await tagEntity.lock(tx, id), { name: 'second' }))
  await t.act(t.system, async (tx) =>
    tagEntity.delete(tx, await tagEntity.lockExclusively(tx, id), { data: { conversations: 0 } }),
  )
  expect(await listEvents('tag', id)).toEqual([
    { type: 'tag.created', changes: { name: [null, 'first'] }, data: {} },
    { type: 'tag.changed', changes: { name: ['first', 'second'] }, data: {} },
    { type: 'tag.deleted', changes: { name: ['second', null] }, data: { conversations: 0 } },
  ])
  await expect(tagEntity.get(t.db, id)).rejects.toMatchObject({ status: 404 })
})

test('nothing is written or recorded when no field changes', async () => {
  const before = await createTag('unchanged')
  t.clock.advance(60_000)
  const after = await t.act(t.system, async (tx) =>
    tagEntity.update(tx, await tagEntity.lock(tx, before.id), { name: 'unchanged' }),
  )
  expect(after).toEqual(before)
  expect(await tagEntity.get(t.db, before.id)).toEqual(before)
  expect(await listEvents('tag', before.id)).toHaveLength(1)
})

test('an extra change alone is written and recorded', async () => {
  const before = await createTag('with members')
  t.clock.advance(60_000)
  const after = await t.act(t.system, async (tx) =>
    tagEntity.update(tx, await tagEntity.lock(tx, before.id), {}, { changes: { members: [[], ['Ada']] } }),
  )
  expect(after.updated_at).toEqual(t.clock.now())
  expect((await listEvents('tag', before.id)).at(-1)).toMatchObject({ changes: { members: [[], ['Ada']] } })
})

test('a jsonb column accepts any value, and reordering its keys is not a change', async () => {
  const views = new Entity({
    table: 'views',
    type: 'view',
    name: 'View',
    fields: ({ filters }) => ({ filters }),
    json_columns: ['filters'],
  })
  const agent = await t.make.agent()
  const filters = [{ value: 1, field: 'subject' }]
  const created = await t.act(t.system, (tx) =>
    views.create(tx, { agent_id: agent.id, name: 'Mine', filters }),
  )
  expect(created.filters).toEqual(filters)
  await t.act(t.system, (tx) => views.update(tx, created, { filters: [{ field: 'subject', value: 1 }] }))
  expect((await listEvents('view', created.id)).map(({ type }) => type)).toEqual(['view.created'])
})

test('creating writes rows that refer to the new one before the event', async () => {
  const conversation = await t.make.conversation()
  const { id } = await t.act(t.system, (tx) =>
    tagEntity.create(tx, { name: 'with rows' }, async (tag) => {
      await tx.db
        .insertInto('conversation_tags')
        .values({ conversation_id: conversation.id, tag_id: tag.id })
        .execute()
      return { changes: { conversations: [null, 1] }, data: { tag_id: tag.id } }
    }),
  )
  expect(await listEvents('tag', id)).toEqual([
    {
      type: 'tag.created',
      changes: { name: [null, 'with rows'], conversations: [null, 1] },
      data: { tag_id: id },
    },
  ])
})

test.each([
  ['lock', false],
  ['lockExclusively', true],
] as const)('%s keeps rows that refer to the locked one waiting: %s', async (method, shouldWait) => {
  const { id } = await createTag(method)
  const conversation = await t.make.conversation()
  const insert = () =>
    t.db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '100ms'`.execute(other)
      await other
        .insertInto('conversation_tags')
        .values({ conversation_id: conversation.id, tag_id: id })
        .execute()
    })
  await t.act(t.system, async (tx) => {
    await tagEntity[method](tx, id)
    if (shouldWait) await expect(insert()).rejects.toMatchObject({ code: '55P03' })
    else await insert()
  })
  if (shouldWait) await insert()
})
