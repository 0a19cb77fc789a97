import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a list recognizes a status that another server has just added, and its new name', async () => {
  const agent = await t.make.agent()
  const browser = await t.as(agent)
  const { id, uuid } = await t.make.conversation({ assigned_user_id: agent.id })
  const listByStatusName = async (name: string) => {
    const filters = [{ model: 'conversation_statuses', field: 'name', operator: 'equals', value: name }]
    const query = new URLSearchParams({ filters: JSON.stringify(filters) })
    const { body } = await browser.get(`/api/v1/conversations/assigned?${query}`)
    return body.data.results.map((row: { uuid: string }) => row.uuid)
  }
  expect(await listByStatusName('Open')).toEqual([uuid])

  const { id: status_id } = await t.db
    .insertInto('statuses')
    .values({ name: 'At the supplier', category: 'waiting', created_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .updateTable('conversations')
    .set({ status_id, status_category: 'waiting' })
    .where('id', '=', id)
    .execute()
  expect(await listByStatusName('At the supplier')).toEqual([uuid])

  await t.db.updateTable('statuses').set({ name: 'With the supplier' }).where('id', '=', status_id).execute()
  expect(await listByStatusName('With the supplier')).toEqual([uuid])
  expect(await listByStatusName('At the supplier')).toEqual([])
})
