import { permissions } from '@parley/contract/roles/permissions'
import { expect, test } from 'vitest'
import { english } from '../../testing/english.ts'
import { previewRole } from './role-preview.ts'

const everywhere = () => true

test('a role with every permission sees every area and list, and can do everything', () => {
  const preview = previewRole(permissions, everywhere)
  expect(preview).toMatchObject({ cannot: [], hints: [] })
  expect(preview.lists).toEqual([
    'inbox.assigned',
    'inbox.unassigned',
    'inbox.all',
    'inbox.teams',
    'inbox.views.user',
  ])
  expect(preview.areas).toContain('admin.roles')
})

test('a role without permissions sees nothing', () => {
  expect(previewRole([], everywhere)).toMatchObject({ areas: [], lists: [], can: [], hints: [] })
})

test('areas without a route are not listed', () => {
  expect(previewRole(['roles:manage'], () => false).areas).toEqual([])
})

test("conversations that are in no list can't be changed", () => {
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
])('with %j it hints at the missing permission', (rights, hint) => {
  const { hints } = previewRole(rights, everywhere)
  expect(hints).toEqual([`roles.preview.hint.${hint}`])
  expect(english).toHaveProperty([hints[0] ?? ''])
})
