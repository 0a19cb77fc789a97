import { createTeam, listTeams } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// The common behaviour of admin lists and forms, tested with teams, tags and statuses.

let page: Page
let root: Person
const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  root = await workspace.agent('Petra', { roles: ['Admin'] })
  await workspace.api.call(createTeam, { body: { name: 'Pattern makers' } })
  page = await desk.openSignedInPage(browser, workspace.parley.url, root)
})
test.afterAll(() => page?.context().close())

test('an empty form focuses its first invalid field and sends nothing', async ({ workspace }) => {
  await page.goto('/admin/teams/teams/new')
  await expect(page.getByLabel('Name')).toBeFocused()
  const before = await workspace.api.call(listTeams)
  await bar().getByRole('button', { name: 'Create team' }).click()
  await expect(page.getByText('This cannot be empty')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  expect(await workspace.api.call(listTeams)).toHaveLength(before.length)
})

test('a value that is too long is reported when the field loses focus', async () => {
  await page.getByLabel('Name').fill('x'.repeat(141))
  await page.keyboard.press('Tab')
  await expect(page.getByText('At most 140 characters')).toBeVisible()
})

test('leaving with unsaved changes asks once, and a reload keeps what was typed', async () => {
  await page.getByLabel('Name').fill('Night owls')
  await page.getByRole('link', { name: 'Teams' }).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Leave without saving?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Night owls')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Night owls')
  await expect(bar()).toContainText('Your unsaved changes were restored')
})

test('while the server is down the form says so and keeps everything; clicking twice saves once', async ({
  workspace,
}) => {
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Night owls')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/admin\/teams\/teams$/)
  await expect(page.getByRole('link', { name: 'Night owls' })).toBeVisible()
  const teams = await workspace.api.call(listTeams)
  expect(teams.filter(({ name }) => name === 'Night owls')).toHaveLength(1)
})

test('what is typed while a team is being created continues on its page', async ({ workspace }) => {
  await page.goto('/admin/teams/teams/new')
  const heldResponse = Promise.withResolvers<void>()
  await page.route('**/api/v1/teams', async (route) => {
    if (route.request().method() === 'POST') await heldResponse.promise
    await route.continue()
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Late')
  const creation = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Control+s')
  await creation
  await name.fill('Latecomers')
  heldResponse.resolve()
  await expect(toast('Team created.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/teams\/teams\/\d+\/edit$/)
  await expect(name).toHaveValue('Latecomers')
  await expect(bar()).toContainText('Your unsaved changes were restored')
  await page.unroute('**/api/v1/teams')
  await page.keyboard.press('Control+s')
  await expect(toast('Team saved.')).toBeVisible()
  const teams = await workspace.api.call(listTeams)
  expect(teams.filter(({ name }) => name.startsWith('Late')).map(({ name }) => name)).toEqual(['Latecomers'])
})

test('navigating away before the response arrives does not navigate back', async () => {
  await page.goto('/admin/teams/teams/new')
  const heldResponse = Promise.withResolvers<void>()
  await page.route('**/api/v1/teams', async (route) => {
    if (route.request().method() === 'POST') await heldResponse.promise
    await route.continue()
  })
  await page.getByLabel('Name').fill('Early birds')
  await bar().getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('link', { name: 'Roles' }).click()
  await expect(page).toHaveURL(/\/admin\/teams\/roles$/)
  heldResponse.resolve()
  await expect(toast('Team created.')).toBeVisible()
  await page.unroute('**/api/v1/teams')
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/teams\/roles$/)
})

test('a server error is shown at its field', async () => {
  await page.goto('/admin/teams/teams/new')
  await expect(bar()).not.toContainText('unsaved change')
  await page.getByLabel('Name').fill('Night owls')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('form').getByText(/Night owls|already/)).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible()
})

test('the save bar counts changes, discards them, and disappears after saving', async ({ workspace }) => {
  await page.getByRole('link', { name: 'Night owls' }).click()
  await page.getByLabel('Emoji').fill('🦉')
  await expect(bar()).toContainText('1 unsaved change')
  await bar().getByRole('button', { name: 'Discard' }).click()
  await expect(bar()).toHaveCount(0)
  await expect(page.getByLabel('Emoji')).toHaveValue('')
  await page.getByLabel('Emoji').fill('🦉')
  await page.keyboard.press('Control+s')
  await expect(toast('Team saved.')).toBeVisible()
  await expect(bar()).toHaveCount(0)
  const teams = await workspace.api.call(listTeams)
  expect(teams.find(({ name }) => name === 'Night owls')?.emoji).toBe('🦉')
})

test('arrow keys move through a list, and deleting first shows its effects', async () => {
  await page.goto('/admin/teams/teams')
  const rows = page.getByRole('list', { name: 'Teams' }).getByRole('link')
  await rows.first().focus()
  await page.keyboard.press('End')
  await expect(rows.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows.first()).toBeFocused()
  await page.getByRole('button', { name: 'Actions for Night owls' }).click()
  await page.getByRole('menuitem', { name: 'Delete team' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Nothing else is affected. This can’t be undone.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete team' }).click()
  await expect(page.getByRole('link', { name: 'Night owls' })).toHaveCount(0)
})

test('a small object has its form in a dialog', async () => {
  await page.goto('/admin/conversations/tags')
  await page.getByRole('button', { name: 'New tag' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog').getByText('This cannot be empty')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name').fill('owl question')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'owl question', exact: true })).toBeVisible()
})

test('deleted objects and inaccessible pages have their own messages', async ({ browser, workspace }) => {
  await page.goto('/admin/teams/teams/999999/edit')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  const plain = await workspace.agent('Pavel', {})
  const restrictedPage = await desk.openSignedInPage(browser, workspace.parley.url, plain)
  await restrictedPage.goto('/admin/teams/teams')
  await expect(restrictedPage.getByRole('heading', { name: 'You don’t have access to Teams' })).toBeVisible()
  await restrictedPage.context().close()
})
