import { permissions } from '@parley/contract/roles/permissions'
import { expect, test } from 'vitest'
import { permissionKey } from '../../format/permission-key.ts'
import { english } from '../../testing/english.ts'
import { permissionGroups } from './permission-groups.ts'

test('every permission is in one group and has a text', () => {
  expect(permissionGroups.flatMap((group) => group.permissions).toSorted()).toEqual(permissions.toSorted())
  for (const permission of permissions) {
    expect(english).toHaveProperty([permissionKey(permission)])
    expect(english).toHaveProperty([`${permissionKey(permission)}.help`])
  }
})

test('every group has a text', () => {
  for (const { key } of permissionGroups) {
    expect(english).toHaveProperty([`roles.group.${key}`])
    expect(english).toHaveProperty([`roles.group.${key}.help`])
  }
})
