import { createTeam, listTeams } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

const count = 62
let dora: Person
let team_id: number
let page: Page

test.beforeAll(async ({ workspace }) => {
  const { api } = workspace
  await api.call(createTeam, { body: { name: 'Lamps', emoji: '💡' } })
  team_id = (await api.call(listTeams)).find(({ name }) => name === 'Lamps')?.id ?? 0
  dora = await workspace.agent('Dora', { teams: ['Lamps'] })
  for (let n = 1; n <= count; n++)
    await workspace.conversation({
      subject: `Lamp number ${n}`,
      text: `My lamp ${n} is dark.`,
      name: `Customer ${n}`,
      team_id,
    })
})
test.beforeEach(async ({ browser, parley }) => {
  page = await desk.openSignedInPage(browser, parley.url, dora)
})
test.afterEach(() => page.context().close())

test('signing in opens the inbox, and the menu signs out', async ({ browser, parley }) => {
  const fresh = await browser.newPage({ baseURL: parley.url })
  await fresh.goto('/inboxes/unassigned')
  await expect(fresh).toHaveTitle('Login - Parley')
  await desk.signIn(fresh, fresh.url(), dora)
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
  await fresh.getByLabel('Email').fill(dora.email)
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
  const phone = await desk.openSignedInPage(browser, parley.url, dora, {
    viewport: { width: 390, height: 800 },
  })
  await phone.goto('/inboxes/assigned')
  await phone.getByRole('button', { name: 'Open menu' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Navigation' })
  await sheet.getByRole('link', { name: 'Lamps' }).click()
  await expect(sheet).toBeHidden()
  await expect(phone).toHaveURL(new RegExp(`/inboxes/teams/${team_id}$`))
  await desk.conversationRow(phone, 'Lamp number 62').getByRole('link').click()
  await expect(phone.getByRole('heading', { name: 'Lamp number 62' })).toBeVisible()
  await phone.getByRole('link', { name: 'Back to list' }).click()
  await expect(desk.conversationRow(phone, 'Lamp number 62')).toBeVisible()
  await phone.context().close()
})

const lamps = async () => {
  await page.goto(`/inboxes/teams/${team_id}`)
  await expect(desk.conversationRow(page, 'Lamp number 62')).toBeVisible()
}
const chooseOption = async (menu: 'Status' | 'Sort', option: string) => {
  await page
    .getByRole('button', { name: new RegExp(`^${menu}: `) })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: option }).click()
}
const firstRow = () =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .first()

test('sorting the list is kept in the URL', async () => {
  await lamps()
  await expect(firstRow()).toContainText('Lamp number 62')
  await chooseOption('Sort', 'Started first')
  await expect(firstRow()).toContainText('Lamp number 1')
  await page.reload()
  await expect(firstRow()).toContainText('Lamp number 1')
  for (const sort of [
    'Oldest activity',
    'Started last',
    'Waiting longest',
    'Next SLA target',
    'Priority first',
  ]) {
    await chooseOption('Sort', sort)
    await expect(firstRow()).toContainText('Lamp number')
  }
})

test('filtering the list by status shows the total, or an empty state', async () => {
  await lamps()
  await expect(page.getByTitle(`${count} conversations`)).toBeVisible()
  await chooseOption('Status', 'Closed')
  await expect(page.getByText('No conversations found')).toBeVisible()
  await expect(page.getByText('Try adjusting filters.')).toBeVisible()
  await chooseOption('Status', 'All statuses')
  await expect(firstRow()).toContainText('Lamp number')
})

test('scrolling loads the rest of a long list', async () => {
  await lamps()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(page.getByText('All conversations loaded')).toBeVisible()
  await expect(desk.conversationRow(page, /Customer 1(?!\d)/)).toBeVisible()
})

test('j and k move through the list, Enter opens, u goes back', async () => {
  await lamps()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /^Lamp number/ })).toBeVisible()
  await expect(page).toHaveURL(/\/conversation\//)
  await page.keyboard.press('u')
  await expect(page).not.toHaveURL(/\/conversation\//)
  await expect(page.getByText('No conversation open')).toBeVisible()
})

test('switching lists keeps the conversation open', async () => {
  await lamps()
  await desk.openConversation(page, 'Lamp number 60')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/\/inboxes\/all\/conversation\//)
  await expect(page).toHaveTitle('All - Parley')
  await expect(page.getByRole('heading', { level: 2, name: 'Lamp number 60' })).toBeVisible()
})

test('drafts survive a reload, one for each message type', async () => {
  await lamps()
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
  await lamps()
  await workspace.parley.kill()
  await page.getByRole('link', { name: 'Unassigned', exact: true }).click()
  await expect(page.getByText('Could not fetch the conversations')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('No response from server').first()).toBeVisible()
  await workspace.parley.start()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Could not fetch the conversations')).toHaveCount(0)
})

test('failed requests are repeated when the connection is back', async ({ workspace }) => {
  await lamps()
  await workspace.parley.kill()
  await page.getByRole('link', { name: 'Unassigned', exact: true }).click()
  await expect(page.getByText('Could not fetch the conversations')).toBeVisible({ timeout: 20_000 })
  await workspace.parley.start()
  await expect(page.getByText('Could not fetch the conversations')).toHaveCount(0, { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Unassigned' })).toBeVisible()
})

test('a page that cannot load its settings says so and retries automatically', async () => {
  let refused = 0
  await page.route('**/config', (route) => {
    refused += 1
    // One start makes three attempts.
    return refused <= 4 ? route.abort() : route.continue()
  })
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('alert').getByText('Parley can’t be reached')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await page.unroute('**/config')
})

test('each list remembers its own status and sort order', async () => {
  await lamps()
  await chooseOption('Status', 'All statuses')
  await chooseOption('Sort', 'Started first')
  await expect(firstRow()).toContainText('Lamp number 1')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Status: Open' })).toBeVisible()
  await page.getByRole('link', { name: 'Lamps' }).click()
  await expect(page.getByRole('button', { name: 'Status: All statuses' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort: Started first' })).toBeVisible()
  await page.goto(`/inboxes/teams/${team_id}?status=Closed`)
  await expect(page.getByRole('button', { name: 'Status: Closed' }), 'an address wins').toBeVisible()
})

test('a row with a draft shows its text, and not the last message beside the word Draft', async () => {
  await lamps()
  await desk.openConversation(page, 'Lamp number 58')
  await desk.writeInComposer(page, 'Reply', 'Unfinished thoughts')
  await expect(desk.composer(page).getByText('Draft saved')).toBeVisible()
  const row = page.locator('[data-row]').filter({ hasText: 'Lamp number 58' })
  await expect(row).toContainText('DraftUnfinished thoughts')
})

test('opening a conversation by link scrolls its row into view', async () => {
  await lamps()
  const uuid = await page.locator('[data-row]').nth(8).getAttribute('data-row')
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto(`/inboxes/teams/${team_id}/conversation/${uuid}`)
  await expect(page.locator(`[data-row="${uuid}"]`)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
})
