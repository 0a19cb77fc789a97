import { isAdministrative, permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

export type Caller = Awaited<ReturnType<TestApp['as']>>

export let t: TestApp

export const administrative = permissions.filter(isAdministrative)

export const signedInWith = async (permissionList: readonly string[], options = {}) =>
  t.as(await t.make.agent({ permissions: permissionList }), options)

export function setUpSignInAuthority() {
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.stop())
  beforeEach(async () => {
    await t.db.deleteFrom('system_mails').execute()
    await t.db.deleteFrom('rate_limits').execute()
  })
}
