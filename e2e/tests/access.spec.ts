import { createTag } from '@parley/contract/tags/tags'
import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Addresses that lead nowhere: areas that no role opens, ids that are none, and what was just deleted.

let admin: Page
let plain: Page
/** What the server answered 404 or 400 to. */
const refused: string[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { url } = workspace.parley
  await workspace.api.call(createTag, { body: { name: 'short-lived' } })
  await workspace.api.call(createTeam, { body: { name: 'Short-lived', emoji: '🌱' } })
  await workspace.agent('Leaving')
  admin = await desk.openSignedInPage(browser, url, await workspace.agent('Adele', { roles: ['Admin'] }))
  plain = await desk.openSignedInPage(browser, url, await workspace.agent('Paul'))
  admin.on('response', (answer) => {
    if ([400, 404].includes(answer.status())) refused.push(`${answer.status()} ${answer.url()}`)
  })
})
test.afterAll(async () => {
  for (const page of [admin, plain]) await page?.context().close()
})
test.beforeEach(() => refused.splice(0))

test('an area that no role opens says which permission it needs, and its panel that it is empty', async () => {
  for (const [path, title, text] of [
    ['/admin/sla', 'You don’t have access to SLA policies', 'This requires the permission “SLA policies”'],
    ['/admin/teams/agents', 'You don’t have access to Agents', 'This requires the permission “Agents”'],
    ['/reports/overview', 'You don’t have access to Reports', 'This requires the permission “Reports”'],
  ] as const) {
    await plain.goto(path)
    await expect(plain.getByRole('heading', { name: title })).toBeVisible()
    await expect(plain.getByText(text)).toBeVisible()
    await expect(plain.getByText('You don’t have access to anything here.')).toBeVisible()
  }
  await plain.goto('/admin')
  await expect(plain.getByRole('heading', { name: 'You don’t have access to Admin' })).toBeVisible()
  await expect(plain.getByText('None of your roles gives access to this area.')).toBeVisible()
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
  test(`${path} is not there, and nobody is asked for it`, async () => {
    await admin.goto(path)
    await expect(admin.getByRole('heading', { name: /^(Not found|Contact not found)$/ })).toBeVisible()
    expect(refused).toEqual([])
  })

for (const path of ['/inboxes/teams/abc', '/inboxes/views/1.5'])
  test(`${path} leads to the own inbox`, async () => {
    await admin.goto(path)
    await expect(admin).toHaveURL(/\/inboxes\/assigned$/)
    expect(refused).toEqual([])
  })

/** Deletes what the row is about, and waits until its row is gone and nothing is fetched any more. */
async function deleteRow(path: string, name: string, verb: string) {
  await admin.goto(path)
  await admin.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin.getByRole('menuitem', { name: verb }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: verb }).click()
  await expect(admin.getByRole('alertdialog')).toHaveCount(0)
  await expect(admin.getByRole('main').getByText(name, { exact: true })).toHaveCount(0)
  await admin.waitForLoadState('networkidle')
  // Of the deletion itself other browsers hear by a push, and so does this one.
  await admin.waitForTimeout(1_000)
}

test('nothing asks again for a tag or team that was just deleted', async () => {
  await deleteRow('/admin/conversations/tags', 'short-lived', 'Delete tag')
  await deleteRow('/admin/teams/teams', 'Short-lived', 'Delete team')
  expect(refused).toEqual([])
})

test('nothing asks again for an agent who was just deleted from their own page', async () => {
  await admin.goto('/admin/teams/agents')
  await admin.getByRole('link', { name: 'Leaving Agent' }).click()
  await admin.getByRole('button', { name: 'Delete agent' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete agent' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Leaving Agent' })).toHaveCount(0)
  await admin.waitForTimeout(1_000)
  expect(refused).toEqual([])
})
