import { importAgents } from '@parley/contract/agents/agent-import'
import { listAgents } from '@parley/contract/agents/agents'
import { createBusinessHours, deleteBusinessHours } from '@parley/contract/business-hours/business-hours'
import { updateEmailNotification } from '@parley/contract/notifications/system-mail'
import { listTeams } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Bulk import of agents, invitations, business hours of teams, plus addresses.

let page: Page
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const lines = () => page.getByRole('textbox', { name: 'Data' })
const violations = () => findViolations(page)
const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test.use({ workspace_of: 'people-more' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const root = await workspace.agent('Irma', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, root)
})
test.afterAll(() => page?.context().close())

test('a file from Excel is previewed line by line, and nothing is saved before confirming', async ({
  workspace,
}) => {
  await page.goto('/admin/teams/agents')
  await page.locator('main header').getByRole('link', { name: 'Import' }).click()
  await bar().getByRole('button', { name: 'Import agents' }).click()
  await expect(page.getByText('Choose a file or paste rows here')).toBeVisible()
  await expect(lines()).toBeFocused()
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles(file('agents.xlsx', 'PK\u0003\u0004'))
  await expect(page.getByText('This is a workbook, not a CSV file')).toBeVisible()
  // Semicolons and the Windows character set.
  const text =
    'first_name;last_name;email;roles\r\nJ\xf6rg;Holt;joerg@more.test;\r\nUma;;uma@more.test;Wizard\r\nVic;;not an address;Agent\r\n'
  await picker.setInputFiles(file('agents.csv', Buffer.from(text, 'latin1')))
  await expect(page.getByText('The role “Wizard” doesn’t exist.')).toBeVisible()
  await expect(page.getByText('Jörg Holt')).toBeVisible()
  await expect(bar().getByRole('button', { name: 'Import 1 agent' })).toBeVisible()
  expect(await violations()).toEqual([])
  const agents = await workspace.api.call(listAgents)
  expect(agents.some(({ email }) => email === 'joerg@more.test')).toBe(false)
})

test('a line is corrected in place, a reload loses nothing, and the result is shown per line', async ({
  workspace,
}) => {
  await lines().fill((await lines().inputValue()).replace('Wizard', 'Agent'))
  await expect(bar().getByRole('button', { name: 'Import 2 agents' })).toBeVisible()
  await page.reload()
  await expect(lines()).toHaveValue(/Jörg/)
  await expect(bar().getByRole('button', { name: 'Import 2 agents' })).toBeVisible()
  // Clicking twice imports once.
  await bar().getByRole('button', { name: 'Import 2 agents' }).dblclick()
  await expect(page.getByRole('heading', { name: '2 agents imported', level: 1 })).toBeVisible()
  await expect(page.getByText('Copy a one-time link and send it yourself')).toBeVisible()
  await expect(page.getByText('“not an address” isn’t a valid email address.')).toBeVisible()
  const agents = await workspace.api.call(listAgents)
  expect(agents.filter(({ email }) => email?.endsWith('@more.test'))).toHaveLength(2)
})

test('importing the same file again creates no duplicates', async () => {
  await page.getByRole('button', { name: 'Import more' }).click()
  await lines().fill('first_name,email\nJörg,joerg@more.test')
  await expect(page.getByText('1 already exists')).toBeVisible()
  await lines().fill('')
  await page.goto('/admin/teams/agents')
})

test('an invitation waits, is sent, and sending it again creates a new link', async ({ workspace }) => {
  await page.getByRole('link', { name: 'Jörg Holt' }).click()
  await expect(page.getByRole('heading', { name: 'Jörg Holt', level: 1 })).toBeVisible()
  await expect(page.getByText('Invitation not sent', { exact: true })).toBeVisible()
  await workspace.api.call(updateEmailNotification, {
    body: {
      'notification.email.enabled': true,
      'notification.email.email_address': 'Parley <desk@more.test>',
      'notification.email.host': '127.0.0.1',
      'notification.email.port': workspace.sink.port,
      'notification.email.tls_type': 'none',
      'notification.email.auth_protocol': 'none',
    },
  })
  await expect(page.getByText('Not accepted yet.')).toBeVisible()
  const sent = () => workspace.sink.mails.filter(({ to }) => to.includes('joerg@more.test'))
  const tokenIn = (raw: Buffer | undefined) =>
    /token=3?D?([A-Za-z0-9]{32})/.exec(String(raw).replaceAll('=\r\n', ''))?.[1] ?? ''
  const old = tokenIn(sent().at(-1)?.raw)
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await expect.poll(() => sent().length).toBe(2)
  const fresh = tokenIn(sent().at(-1)?.raw)
  const set = (token: string) =>
    fetch(`${workspace.parley.url}/api/v1/agents/set-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'Correct-horse-3' }),
    })
  expect(fresh).not.toBe(old)
  expect((await set(old)).status).toBe(400)
  expect((await set(fresh)).status).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Jörg Holt' })).toBeVisible()
  await expect(page.getByRole('button', { name: /invitation/i })).toHaveCount(0)
})

test('a team uses its own business hours; deleted ones are rejected at the field', async ({ workspace }) => {
  const hours = (name: string) => ({
    ...{ name, description: '', is_always_open: true, hours: {}, holidays: [] },
  })
  const night = await workspace.api.call(createBusinessHours, { body: hours('Night hours') })
  const passing = await workspace.api.call(createBusinessHours, { body: hours('Passing hours') })
  await page.goto('/admin/teams/teams/new')
  await page.getByLabel('Name', { exact: true }).fill('Night crew')
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Business hours' }), 'Night hours')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'Night crew' })).toBeVisible()
  const teams = await workspace.api.call(listTeams)
  expect(teams.find(({ name }) => name === 'Night crew')?.business_hours_id).toBe(night.id)

  await page.goto('/admin/general')
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Business hours' }), 'Passing hours')
  await workspace.api.call(deleteBusinessHours, { params: { id: String(passing.id) } })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('These business hours no longer exist')).toBeVisible()
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Business hours' }), 'Night hours')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('General settings saved.')).toBeVisible()
})

test('the controls of an SLA policy have accessible names and values', async () => {
  await page.goto('/admin/sla/new')
  await expect(page.getByRole('combobox', { name: 'First reply: unit' })).toContainText('hours')
  await expect(page.getByRole('textbox', { name: 'First reply' })).toHaveValue('4')
  await page.getByRole('button', { name: 'Add warning' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Recipients: Assigned agent' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('an inbox detects whether email to plus addresses arrives', async ({ workspace }) => {
  await page.goto(`/admin/inboxes/${workspace.inbox.id}/edit`)
  await expect(page.getByText('Not verified.')).toBeVisible()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('It hasn’t arrived yet.')).toBeVisible()
  const probe = () => workspace.sink.mails.find(({ to }) => to.some((address) => address.includes('+check-')))
  await expect.poll(() => probe()?.to[0]).toMatch(/^support\+check-/)
  await workspace.deliverRaw(workspace.inbox.address, probe()?.raw ?? '')
  await expect(page.getByText('Verified (')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('500 agents and 500 teams are listed, searched and chosen', async ({ workspace }) => {
  const some = Array.from({ length: 500 }, (_, n) => n + 1)
  const csv = ['first_name,email,roles', ...some.map((n) => `Crowd ${n},crowd${n}@more.test,Agent`)].join(
    '\n',
  )
  await workspace.api.call(importAgents, { body: { csv } })
  await workspace.parley.query(
    `insert into teams (created_at, updated_at, name) select now(), now(), 'Squad ' || n from generate_series(1, 500) n`,
  )
  await page.goto('/admin/teams/agents')
  await page.getByRole('searchbox').fill('crowd 499')
  await expect(page.getByRole('link', { name: 'Crowd 499' })).toBeVisible()
  await page.goto('/admin/teams/teams')
  await page.getByRole('searchbox').fill('squad 377')
  await page.getByRole('link', { name: 'Squad 377' }).click()
  await page.getByRole('combobox', { name: 'Members' }).click()
  await desk.expectListFocused(page)
  await page.keyboard.type('crowd 321')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Team saved.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Members: Crowd 321' })).toBeVisible()
})
