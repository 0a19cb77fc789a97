import type { Page } from '@playwright/test'
import { createLamps, type Lamps, openLamps } from '../fixtures/lamps.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let lamps: Lamps
let page: Page

test.beforeAll(async ({ workspace }) => {
  lamps = await createLamps(workspace, [7, 61, 62])
})
test.beforeEach(async ({ browser, parley }) => {
  page = await desk.openSignedInPage(browser, parley.url, lamps.dora)
})
test.afterEach(() => page.context().close())

test('signing in opens the inbox, and the menu signs out', async ({ browser, parley }) => {
  const fresh = await browser.newPage({ baseURL: parley.url })
  await fresh.goto('/inboxes/unassigned')
  await expect(fresh).toHaveTitle('Login - Parley')
  await desk.signIn(fresh, fresh.url(), lamps.dora)
  await expect(fresh).toHaveTitle('Unassigned - Parley')
  await fresh.getByRole('button', { name: /^Your menu/ }).click()
  await fresh.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(fresh).toHaveTitle('Login - Parley')
  await fresh.goto('/inboxes/assigned')
  await expect(fresh.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await fresh.close()
})

test('a wrong password shows an error message', async ({ browser, parley }) => {
  const fresh = await browser.newPage({ baseURL: parley.url })
  await fresh.goto('/')
  await fresh.getByLabel('Email').fill(lamps.dora.email)
  await fresh.getByRole('textbox', { name: 'Password' }).fill('Not-her-password-1')
  await fresh.getByRole('button', { name: 'Sign in' }).click()
  await expect(fresh.getByRole('alert')).toHaveText('Wrong email address or password')
  await fresh.close()
})

test('unknown paths redirect to the inbox', async () => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/inboxes\/assigned$/)
  await expect(page).toHaveTitle('My inbox - Parley')
  await page.goto('/inboxes/nonsense')
  await expect(page.getByText('Invalid conversation list type')).toBeVisible()
  await expect(page).toHaveURL(/\/inboxes\/assigned$/)
})

test('Ctrl+B collapses the main navigation, and a cookie remembers it', async () => {
  await page.goto('/inboxes/assigned')
  const main = page.getByRole('navigation', { name: 'Main' })
  const width = async () => (await main.boundingBox())?.width
  await expect.poll(width).toBe(48)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(256)
  const cookie = (await page.context().cookies()).find(
    ({ name }) => decodeURIComponent(name) === 'sidebar:state',
  )
  expect(cookie?.value).toBe('true')
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  await page.reload()
  await expect.poll(width).toBe(256)
})

test('the team inboxes section stays collapsed or expanded', async () => {
  await page.goto('/inboxes/assigned')
  const section = page.getByRole('button', { name: 'Team inboxes' })
  await expect(page.getByRole('link', { name: 'Lamps' })).toBeVisible()
  await section.click()
  await expect(page.getByRole('link', { name: 'Lamps' })).toBeHidden()
  await page.reload()
  await expect(section).toHaveAttribute('aria-expanded', 'false')
})

test('areas and settings without access are not shown', async () => {
  await page.goto('/inboxes/assigned')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Inboxes' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Admin' })).toHaveCount(0)
})

test('on a phone the navigation is a sheet', async ({ browser, parley }) => {
  const phone = await desk.openSignedInPage(browser, parley.url, lamps.dora, {
    viewport: { width: 390, height: 800 },
  })
  await phone.goto('/inboxes/assigned')
  await phone.getByRole('button', { name: 'Open menu' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Navigation' })
  await sheet.getByRole('link', { name: 'Lamps' }).click()
  await expect(sheet).toBeHidden()
  await expect(phone).toHaveURL(new RegExp(`/inboxes/teams/${lamps.team_id}$`))
  await desk.conversationRow(phone, 'Lamp number 62').getByRole('link').click()
  await expect(phone.getByRole('heading', { name: 'Lamp number 62' })).toBeVisible()
  await phone.getByRole('link', { name: 'Back to list' }).click()
  await expect(desk.conversationRow(phone, 'Lamp number 62')).toBeVisible()
  await phone.context().close()
})

test('drafts survive a reload, one for each message type', async () => {
  await openLamps(page, lamps)
  await desk.openConversation(page, 'Lamp number 61')
  await desk.writeInComposer(page, 'Reply', 'Half a reply')
  await desk.writeInComposer(page, 'Private note', 'Half a note')
  await expect(desk.composer(page).getByText('Draft saved')).toBeVisible()
  await page.reload()
  await desk.composer(page).getByRole('tab', { name: 'Private note' }).click()
  await expect(desk.composer(page).getByRole('textbox', { name: 'Private note' })).toHaveText('Half a note')
  await desk.composer(page).getByRole('tab', { name: 'Reply' }).click()
  await expect(desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true })).toHaveText(
    'Half a reply',
  )
})

test('a new conversation shows what is missing, keeps what was typed, and is sent once', async ({
  workspace,
}) => {
  await page.goto('/inboxes/assigned')
  await page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  for (const sentence of [
    'Invalid email address',
    'First name is required',
    'Subject is required',
    'Message cannot be empty',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()

  // A known address fills in the name.
  await dialog.getByLabel('Contact email').fill('customer.7@')
  await page.getByRole('option', { name: /customer\.7@customer\.test/ }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Customer 7')
  await dialog.getByLabel('Subject').fill('Your new lamp')
  await dialog.getByRole('textbox', { name: 'Message' }).pressSequentially('It is on its way to you')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(dialog.getByLabel('Subject')).toHaveValue('Your new lamp')
  await dialog.getByRole('button', { name: 'Send' }).click()

  await expect(page.getByRole('heading', { level: 2, name: 'Your new lamp' })).toBeVisible()
  await expect(desk.message(page, 'It is on its way to you')).toBeVisible()
  const sent = await workspace.sink.waitForMail(({ to }) => to.includes('customer.7@customer.test'))
  expect(sent.raw.toString('latin1')).toMatch(/^Subject: Your new lamp\r?$/m)
})

type Choice = { click(): void; ownerDocument: { location: { reload(): void } } }
/** The page is closed while the change still waits for a connection, because all are in use. */
function chooseAndLeave(choice: Choice) {
  for (let inUse = 0; inUse < 300; inUse++) void fetch(`/api/v1/agents/me?${inUse}`).catch(() => {})
  choice.click()
  choice.ownerDocument.location.reload()
}

test('dark mode is saved even if the page is closed immediately', async () => {
  await page.goto('/inboxes/assigned')
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
  await expect.poll(background).not.toBe(light)
  await page.reload()
  await expect.poll(background).not.toBe(light)

  await page.getByRole('button', { name: /^Your menu/ }).click()
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).evaluate(chooseAndLeave),
  ])
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await expect.poll(background).toBe(light)
})

test('while the server is down the list says so and can be retried', async ({ workspace }) => {
  // Without a socket, the page doesn't notice by itself that the server is back.
  await page.routeWebSocket(/\/ws\?/, () => {})
  await openLamps(page, lamps)
  await workspace.parley.kill()
  await page.getByRole('link', { name: 'Unassigned', exact: true }).click()
  await expect(page.getByText('Could not fetch the conversations')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('No response from server').first()).toBeVisible()
  await workspace.parley.start()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Could not fetch the conversations')).toHaveCount(0)
})

test('failed requests are repeated when the connection is back', async ({ workspace }) => {
  await openLamps(page, lamps)
  await workspace.parley.kill()
  await page.getByRole('link', { name: 'Unassigned', exact: true }).click()
  await expect(page.getByText('Could not fetch the conversations')).toBeVisible({ timeout: 60_000 })
  await workspace.parley.start()
  await expect(page.getByText('Could not fetch the conversations')).toHaveCount(0, { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Unassigned' })).toBeVisible()
})

test('a page that cannot load its settings says so and retries automatically', async () => {
  let refused = 0
  await page.route('**/bootstrap', (route) => {
    refused += 1
    // One start makes three attempts.
    return refused <= 4 ? route.abort() : route.continue()
  })
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('alert').getByText('Parley can’t be reached')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await page.unroute('**/bootstrap')
})
