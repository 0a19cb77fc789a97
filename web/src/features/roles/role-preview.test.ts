import { permissions } from '@parley/contract/roles/permissions'
import { expect, test } from 'vitest'
import { english } from '../../testing/english.ts'
import { previewRole } from './role-preview.ts'

const everywhere = () => true

test('a role with every right sees every area and list, and can do everything', () => {
  const seen = previewRole(permissions, everywhere)
  expect(seen).toMatchObject({ cannot: [], hints: [] })
  expect(seen.lists).toEqual([
    'inbox.assigned',
    'inbox.unassigned',
    'inbox.all',
    'inbox.teams',
    'inbox.views',
  ])
  expect(seen.areas).toContain('admin.roles')
})

test('a role without rights sees nothing', () => {
  expect(previewRole([], everywhere)).toMatchObject({ areas: [], lists: [], can: [], hints: [] })
})

test('areas that do not exist yet are not promised', () => {
  expect(previewRole(['roles:manage'], () => false).areas).toEqual([])
})

test('nothing can be done in conversations that no list shows', () => {
  const blind = previewRole(
    ['conversations:read', 'conversations:update_tags', 'conversations:write'],
    everywhere,
  )
  expect(blind.can).toEqual(['permission.conversations.write'])
  expect(blind.hints).toEqual(['roles.preview.hint.read_without_lists'])
})

test.each([
  [['conversations:read_all'], 'lists_without_read'],
  [['conversations:read', 'conversations:read_all'], 'no_messages'],
  [['conversations:read', 'conversations:read_all', 'messages:write'], 'write_blind'],
  [['contacts:read_all'], 'contacts_closed'],
])('of %j it says what is missing', (rights, hint) => {
  const { hints } = previewRole(rights, everywhere)
  expect(hints).toEqual([`roles.preview.hint.${hint}`])
  expect(english).toHaveProperty([hints[0] ?? ''])
})
