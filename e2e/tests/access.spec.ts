import { createTag } from '@parley/contract/tags/tags'
import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// URLs without a target: areas the role has no access to, invalid ids, and deleted objects.

let admin: Page
let restrictedPage: Page
/** Requests that were answered with 404 or 400. */
const refused: string[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { url } = workspace.parley
  await workspace.api.call(createTag, { body: { name: 'short-lived' } })
  await workspace.api.call(createTeam, { body: { name: 'Short-lived', emoji: '🌱' } })
  await workspace.agent('Leaving')
  admin = await desk.openSignedInPage(browser, url, await workspace.agent('Adele', { roles: ['Admin'] }))
  restrictedPage = await desk.openSignedInPage(browser, url, await workspace.agent('Paul'))
  admin.on('response', (answer) => {
    if ([400, 404].includes(answer.status())) refused.push(`${answer.status()} ${answer.url()}`)
  })
})
test.afterAll(async () => {
  for (const page of [admin, restrictedPage]) await page?.context().close()
})
test.beforeEach(() => refused.splice(0))

test('an area without access shows the permission it needs, and its panel is empty', async () => {
  for (const [path, title, text] of [
    ['/admin/sla', 'You don’t have access to SLA policies', 'This requires the permission “SLA policies”'],
    ['/admin/teams/agents', 'You don’t have access to Agents', 'This requires the permission “Agents”'],
    ['/reports/overview', 'You don’t have access to Reports', 'This requires the permission “Reports”'],
  ] as const) {
    await restrictedPage.goto(path)
    await expect(restrictedPage.getByRole('heading', { name: title })).toBeVisible()
    await expect(restrictedPage.getByText(text)).toBeVisible()
    await expect(restrictedPage.getByText('You don’t have access to anything here.')).toBeVisible()
  }
  await restrictedPage.goto('/admin')
  await expect(restrictedPage.getByRole('heading', { name: 'You don’t have access to Admin' })).toBeVisible()
  await expect(restrictedPage.getByText('None of your roles gives access to this area.')).toBeVisible()
})

for (const path of [
  '/admin/sla/abc/edit',
  '/admin/teams/teams/0x1/edit',
  '/admin/teams/agents/1.5/edit',
  '/admin/teams/roles/-1/edit',
  '/admin/inboxes/NaN/edit',
  '/admin/automations/abc/runs',
  '/admin/webhooks/abc/deliveries',
  '/admin/ai/providers/99999999999999999999/edit',
  '/contacts/abc',
])
  test(`${path} shows "not found" without any request`, async () => {
    await admin.goto(path)
    await expect(admin.getByRole('heading', { name: /^(Not found|Contact not found)$/ })).toBeVisible()
    expect(refused).toEqual([])
  })

for (const path of ['/inboxes/teams/abc', '/inboxes/views/1.5'])
  test(`${path} redirects to the inbox`, async () => {
    await admin.goto(path)
    await expect(admin).toHaveURL(/\/inboxes\/assigned$/)
    expect(refused).toEqual([])
  })

/** Deletes the object of the row, and waits until the row is gone and all requests have finished. */
async function deleteRow(path: string, name: string, action_label: string) {
  await admin.goto(path)
  await admin.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin.getByRole('menuitem', { name: action_label }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: action_label }).click()
  await expect(admin.getByRole('alertdialog')).toHaveCount(0)
  await expect(admin.getByRole('main').getByText(name, { exact: true })).toHaveCount(0)
  await desk.waitUntilIdle(admin)
  // The deletion is also pushed to all browsers, including this one.
  await admin.waitForTimeout(1_000)
}

test('a deleted tag or team is not requested again', async () => {
  await deleteRow('/admin/conversations/tags', 'short-lived', 'Delete tag')
  await deleteRow('/admin/teams/teams', 'Short-lived', 'Delete team')
  expect(refused).toEqual([])
})

test('an agent deleted from their own page is not requested again', async () => {
  await admin.goto('/admin/teams/agents')
  await admin.getByRole('link', { name: 'Leaving Agent' }).click()
  await admin.getByRole('button', { name: 'Delete agent' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete agent' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Leaving Agent' })).toHaveCount(0)
  await admin.waitForTimeout(1_000)
  expect(refused).toEqual([])
})
