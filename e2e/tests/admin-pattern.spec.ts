import { createTeam, listTeams } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// What every admin list and form does, shown on teams, tags and statuses.

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

test('an empty form is refused at its first wrong field, and nothing is sent', async ({ workspace }) => {
  await page.goto('/admin/teams/teams/new')
  await expect(page.getByLabel('Name')).toBeFocused()
  const before = await workspace.api.call(listTeams)
  await bar().getByRole('button', { name: 'Create team' }).click()
  await expect(page.getByText('This cannot be empty')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  expect(await workspace.api.call(listTeams)).toHaveLength(before.length)
})

test('what is too long is said when the field is left', async () => {
  await page.getByLabel('Name').fill('x'.repeat(141))
  await page.keyboard.press('Tab')
  await expect(page.getByText('At most 140 characters')).toBeVisible()
})

test('leaving asks once, and what was typed survives a reload', async () => {
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

test('with the server away the form says so and keeps everything; asked twice it saves once', async ({
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

test('who has gone on before the answer came stays where they are', async () => {
  await page.goto('/admin/teams/teams/new')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/teams', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.getByLabel('Name').fill('Early birds')
  await bar().getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('link', { name: 'Roles' }).click()
  await expect(page).toHaveURL(/\/admin\/teams\/roles$/)
  held.resolve()
  await expect(toast('Team created.')).toBeVisible()
  await page.unroute('**/api/v1/teams')
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/teams\/roles$/)
})

test('a refusal of the server stands at its field', async () => {
  await page.goto('/admin/teams/teams/new')
  await expect(bar()).not.toContainText('unsaved change')
  await page.getByLabel('Name').fill('Night owls')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('form').getByText(/Night owls|already/)).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible()
})

test('the bar counts changes, discards them, and goes when they are saved', async ({ workspace }) => {
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

test('arrows move along a list, and deleting says first what it does', async () => {
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

test('a small thing has its form in a dialog', async () => {
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

test('what is gone and what is closed to a role say so', async ({ browser, workspace }) => {
  await page.goto('/admin/teams/teams/999999/edit')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  const plain = await workspace.agent('Pavel', {})
  const other = await desk.openSignedInPage(browser, workspace.parley.url, plain)
  await other.goto('/admin/teams/teams')
  await expect(other.getByRole('heading', { name: 'You don’t have access to Teams' })).toBeVisible()
  await other.context().close()
})
