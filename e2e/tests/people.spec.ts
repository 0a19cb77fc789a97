import { listAgents } from '@parley/contract/agents/agents'
import { listTeams } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// Agents, roles, team members, API keys, and the log of their changes.

let page: Page
let root: Person
const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const violations = () => findViolations(page)

test.use({ workspace_of: 'people' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  root = await workspace.agent('Rosalind', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, root)
})
test.afterAll(() => page?.context().close())

test('a role is created from labelled permissions and shows their summary', async () => {
  await page.goto('/admin/teams/roles/new')
  await bar().getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('This cannot be empty')).toBeVisible()
  await expect(page.getByText('Choose at least one permission')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Night shift')
  await page.getByRole('checkbox', { name: 'View all' }).click()
  await expect(page.getByText('Lists are empty without “View conversations”.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'View conversations' }).click()
  await page.getByRole('checkbox', { name: 'Read messages' }).click()
  await page.getByRole('checkbox', { name: 'Activity log' }).click()
  await expect(page.getByText('Lists are empty')).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: 'Activity log' })).toBeVisible()
  expect(await violations()).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'Night shift' })).toBeVisible()
})

test('the Admin role is shown and cannot be changed', async () => {
  await page.getByRole('link', { name: 'Admin', exact: true }).last().click()
  await expect(page.getByText('Admin has every permission')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('an agent is created; without a mail server the page offers a one-time link', async ({ workspace }) => {
  await page.goto('/admin/teams/agents/new')
  await expect(page.getByText('Copy a one-time link and send it yourself')).toBeVisible()
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Email address').fill('not an address')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  await page.getByLabel('Email address').fill('nadia.people@parley.test')
  await page.getByRole('checkbox', { name: 'Night shift' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'Nadia' })).toBeVisible()
  expect(await violations()).toEqual([])
  const agents = await workspace.api.call(listAgents)
  expect(agents.find(({ first_name }) => first_name === 'Nadia')?.roles).toEqual(['Agent', 'Night shift'])
})

test('an agent signs in with a password that was set, and sees what the role allows', async ({
  browser,
  workspace,
}) => {
  await page.getByRole('link', { name: 'Nadia' }).click()
  await page.getByRole('button', { name: 'Set password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Use 10 to 72 characters')).toBeVisible()
  await dialog.getByLabel('New password').fill('Night-owls-22')
  await page.keyboard.press('Enter')
  await expect(toast('Password set.')).toBeVisible()
  const login = { email: 'nadia.people@parley.test', password: 'Night-owls-22' }
  const agentPage = await desk.openSignedInPage(browser, workspace.parley.url, login)
  await agentPage.goto('/admin/teams/activity-log')
  await expect(agentPage.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible()
  await agentPage.goto('/admin/teams/agents')
  await expect(agentPage.getByRole('heading', { name: 'You don’t have access to Agents' })).toBeVisible()
  await agentPage.context().close()
})

test('an API key is shown once with its scope, and a read-only key only reads', async ({ workspace }) => {
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Read-only' }).click()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const header = await dialog.getByText(/^Authorization: token/).textContent()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(/Access: read-only/)).toBeVisible()
  const headers = { authorization: String(header).replace('Authorization: ', '') }
  const me = `${workspace.parley.url}/api/v1/agents/me`
  expect((await fetch(me, { headers })).status).toBe(200)
  const write = { method: 'PUT', headers, body: '{"status":"online"}' }
  expect((await fetch(`${me}/availability`, write)).status).toBe(403)
})

test('disabling first shows its effects', async ({ workspace }) => {
  await page.getByRole('switch', { name: 'Nadia can sign in' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('They will be signed out of 1 browser immediately')).toBeVisible()
  await expect(question.getByText('1 API key will stop working')).toBeVisible()
  await question.getByRole('button', { name: 'Disable agent' }).click()
  await expect(toast('Agent disabled.')).toBeVisible()
  await expect
    .poll(
      async () =>
        (await workspace.api.call(listAgents)).find((agent) => agent.first_name === 'Nadia')?.enabled,
    )
    .toBe(false)
})

test('a team gets its members and an emoji from the picker', async ({ workspace }) => {
  await page.goto('/admin/teams/teams/new')
  await page.getByLabel('Name', { exact: true }).fill('Lamp lighters')
  await page.getByRole('button', { name: 'Open picker' }).click()
  await page.getByPlaceholder(/emoji/i).fill('owl')
  await page.getByRole('gridcell', { name: /owl/i }).first().click()
  await expect(page.getByLabel('Emoji', { exact: true })).toHaveValue('🦉')
  await page.getByRole('combobox', { name: 'Members' }).click()
  await page.getByRole('option', { name: /Rosalind/ }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'Lamp lighters' })).toBeVisible()
  const team = (await workspace.api.call(listTeams)).find(({ name }) => name === 'Lamp lighters')
  expect(team).toMatchObject({ emoji: '🦉', member_ids: [root.id] })
})

test('all changes are in the activity log, which can be filtered and exported', async () => {
  await page.goto('/admin/teams/activity-log')
  await expect(page.getByText('Rosalind Agent created the team Lamp lighters')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Roles' }).click()
  await expect(page.getByText('Rosalind Agent created the role Night shift')).toBeVisible()
  await expect(page.getByText('Lamp lighters')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('activity-log.csv')
})
