import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const migration = new URL('../../../migrations/0066_everyday_permissions.sql', import.meta.url)

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const createRole = async (name: string, permissions: string[]): Promise<number> =>
  (await admin.post('/api/v1/roles', { name, description: '', permissions })).body.data.id
const permissionsOf = async (id: number): Promise<string[]> =>
  (await admin.get(`/api/v1/roles/${id}`)).body.data.permissions

test('a role saved by a form that can’t show later permissions keeps them', async () => {
  const id = await createRole('Merger', ['conversations:read', 'conversations:merge', 'messages:read'])
  const saved = await admin.put(`/api/v1/roles/${id}`, {
    name: 'Merger',
    description: 'Reads and merges',
    permissions: ['conversations:read'],
  })
  expect(saved.status).toBe(200)
  expect(await permissionsOf(id)).toEqual(['conversations:merge', 'conversations:read'])
})

test('a form that shows a permission can remove it, and keeps the ones it doesn’t show', async () => {
  const id = await createRole('Mover', ['conversations:read', 'conversations:merge', 'conversations:move'])
  await admin.put(`/api/v1/roles/${id}`, {
    permissions: ['conversations:read'],
    shown_permissions: ['conversations:read', 'conversations:merge'],
  })
  expect(await permissionsOf(id)).toEqual(['conversations:move', 'conversations:read'])
})

test('a body without permissions keeps all of them', async () => {
  const id = await createRole('Reader', ['conversations:read'])
  await admin.put(`/api/v1/roles/${id}`, { description: 'Reads' })
  expect(await permissionsOf(id)).toEqual(['conversations:read'])
})

test('the upgrade grants forward, merge and move with update_status, and delete to Admin only', async () => {
  const granted = await createRole('Closer', ['conversations:update_status'])
  const other = await createRole('Tagger', ['conversations:update_tags'])
  await t.db
    .updateTable('roles')
    .set({ permissions: ['conversations:read'] })
    .where('name', '=', 'Admin')
    .execute()
  await t.pool.query(await readFile(migration, 'utf8'))
  const roles = await t.db.selectFrom('roles').select(['id', 'name', 'permissions']).execute()
  const permissionsById = new Map(roles.map(({ id, permissions }) => [id, permissions]))
  const everyday = ['conversations:forward', 'conversations:merge', 'conversations:move']
  expect(permissionsById.get(granted)).toEqual([...everyday, 'conversations:update_status'])
  expect(permissionsById.get(other)).toEqual(['conversations:update_tags'])
  expect(roles.find(({ name }) => name === 'Admin')?.permissions).toEqual([
    'conversations:delete',
    ...everyday,
    'conversations:read',
  ])
})
