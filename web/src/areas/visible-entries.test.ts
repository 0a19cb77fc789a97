import { expect, test } from 'vitest'
import { adminGroups, allAdminEntries } from './admin-entries.ts'
import { adminPermissions, reportEntries } from './nav-entries.ts'
import { visibleEntries, visibleGroups } from './visible-entries.ts'

const everywhere = () => true

test('an entry needs its permission and its route', () => {
  const agent = { permissions: ['reports:manage'] }
  expect(visibleEntries(reportEntries, agent, everywhere)).toHaveLength(1)
  expect(visibleEntries(reportEntries, agent, () => false)).toEqual([])
  expect(visibleEntries(reportEntries, { permissions: [] }, everywhere)).toEqual([])
  expect(visibleEntries(reportEntries, { permissions: null }, everywhere)).toEqual([])
})

test('a group without visible entries is left out', () => {
  const groups = visibleGroups(adminGroups, { permissions: ['tags:manage', 'sla:manage'] }, everywhere)
  expect(groups.map((group) => [group.label, group.entries.map((entry) => entry.path)])).toEqual([
    ['admin.group.workspace', ['/admin/sla']],
    ['admin.group.conversations', ['/admin/conversations/tags']],
  ])
})

test('any one admin permission opens the admin area', () => {
  const required = allAdminEntries.flatMap(({ permissions }) => permissions)
  expect(new Set(adminPermissions)).toEqual(new Set(required))
})
