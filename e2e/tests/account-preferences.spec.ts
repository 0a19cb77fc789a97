import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// What agents choose for themselves: theme, signature, shortcuts and picture. Uses its own workspace, because the administrator is renamed.
test.use({ workspace_of: 'account-preferences' })
test.describe.configure({ mode: 'serial' })

let mainPage: Page
let otherBrowser: Page

test.beforeAll(async ({ browser, workspace }) => {
  const lea = await workspace.agent('Lea')
  mainPage = await desk.openSignedInPage(browser, workspace.parley.url, lea)
  otherBrowser = await desk.openSignedInPage(browser, workspace.parley.url, lea, {
    viewport: { width: 375, height: 812 },
  })
  await workspace.conversation({ subject: 'Own keys', text: 'Press them', name: 'Kay' })
})

test.afterAll(async () => {
  await mainPage?.context().close()
  await otherBrowser?.context().close()
})

const dialog = () => mainPage.getByRole('dialog')
const html = (page: Page) => page.locator('html')

test('a theme change applies to every browser at once and persists', async () => {
  await otherBrowser.goto('/account/profile')
  await mainPage.goto('/account/profile')
  await expect(otherBrowser.getByRole('heading', { level: 1 })).toBeVisible()
  await desk.selectOption(mainPage, mainPage.getByRole('combobox', { name: 'Theme' }), 'Dark')
  await expect(html(mainPage)).toHaveAttribute('data-theme', 'dark')
  await expect(html(otherBrowser)).toHaveAttribute('data-theme', 'dark')
  expect(await findViolations(mainPage)).toEqual([])
  expect(await findViolations(otherBrowser)).toEqual([])
  await otherBrowser.reload()
  await expect(html(otherBrowser)).toHaveAttribute('data-theme', 'dark')
  await expect(otherBrowser.getByRole('combobox', { name: 'Theme' })).toHaveText(/Dark/)
  await desk.selectOption(
    otherBrowser,
    otherBrowser.getByRole('combobox', { name: 'Theme' }),
    'Same as system',
  )
  await expect(html(mainPage)).toHaveAttribute('data-theme', 'light')
  await desk.selectOption(mainPage, mainPage.getByRole('combobox', { name: 'Language' }), 'English')
  await expect(otherBrowser.getByRole('combobox', { name: 'Language' })).toHaveText(/English/)
})

test('a preference that cannot be saved is reverted with a message, and can be retried', async () => {
  await desk.goOffline(mainPage)
  await desk.selectOption(mainPage, mainPage.getByRole('combobox', { name: 'Theme' }), 'Dark')
  const retryButton = mainPage.getByRole('button', { name: 'Try again' })
  await expect(retryButton).toBeVisible()
  await expect(html(mainPage)).toHaveAttribute('data-theme', 'light')
  await mainPage.context().setOffline(false)
  await retryButton.click()
  await expect(html(mainPage)).toHaveAttribute('data-theme', 'dark')
  await desk.selectOption(mainPage, mainPage.getByRole('combobox', { name: 'Theme' }), 'Same as system')
  await expect(html(mainPage)).toHaveAttribute('data-theme', 'light')
})

test('the profile leads administrators to where they change their name, and tells others who can', async ({
  browser,
  workspace,
}) => {
  await expect(mainPage.getByText('An administrator can change these.')).toBeVisible()
  const way = { name: 'Change name, roles and teams' }
  await expect(mainPage.getByRole('link', way)).toHaveCount(0)
  const admin = await desk.openSignedInPage(browser, workspace.parley.url, workspace.parley.admin)
  await admin.goto('/account/profile')
  await admin.getByRole('link', way).click()
  await admin.getByLabel('First name').fill('Renata')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await admin.goto('/account/profile')
  await expect(admin.getByRole('definition').filter({ hasText: 'Renata' })).toBeVisible()
  await admin.context().close()
})

test('a signature has several lines and a maximum length, and the composer previews it', async () => {
  const field = mainPage.getByRole('textbox', { name: 'Your signature' })
  await field.fill('x'.repeat(2001))
  await mainPage.keyboard.press('Control+s')
  await expect(mainPage.getByText(/2,000/)).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('Lea\nLamps & more')
  await mainPage.keyboard.press('Control+s')
  await expect(mainPage.getByText('Signature saved.')).toBeVisible()
  await mainPage.goto('/inboxes/all')
  await desk.openConversation(mainPage, 'Own keys')
  await expect(desk.composer(mainPage).getByRole('region', { name: 'Signature' })).toHaveText(
    'Lea\nLamps & more',
  )
})

test('shortcuts are recorded by pressing keys; conflicts are named and reserved keys are explained', async () => {
  await mainPage.goto('/account/shortcuts')
  await mainPage.getByRole('button', { name: 'Change the shortcut for Resolve or reopen' }).click()
  await mainPage.keyboard.press('Enter')
  await expect(dialog().getByText('This key is used to navigate the page')).toBeVisible()
  await mainPage.keyboard.press('Control+Enter')
  await expect(dialog().getByText('This is always Send.', { exact: false })).toBeVisible()
  expect(await findViolations(mainPage)).toEqual([])
  await mainPage.keyboard.press('h')
  await expect(dialog().getByText('Already used by Snooze.', { exact: false })).toBeVisible()
  await mainPage.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  const line = (name: string) =>
    mainPage.getByRole('listitem').filter({ has: mainPage.getByText(name, { exact: true }) })
  await expect(line('Resolve or reopen')).toContainText('H')
  await expect(line('Snooze')).toContainText('No shortcut')
  expect(await findViolations(mainPage)).toEqual([])

  // Another browser gets them without a reload, including all hints.
  await otherBrowser.goto('/account/shortcuts')
  await mainPage.getByRole('button', { name: 'Change the shortcut for Snooze', exact: true }).click()
  await desk.pressSequence(mainPage, 'g', 'z')
  await mainPage.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  await expect(
    otherBrowser.getByRole('listitem').filter({ has: otherBrowser.getByText('Snooze', { exact: true }) }),
  ).toContainText('Z')
  expect(await findViolations(otherBrowser)).toEqual([])
})

test('a changed shortcut replaces the old key, and menus and the shortcut sheet show it', async () => {
  await mainPage.goto('/inboxes/all')
  await desk.openConversation(mainPage, 'Own keys')
  await mainPage.keyboard.press('?')
  await expect(dialog().locator('dl > div').filter({ hasText: 'Resolve' })).toContainText('H')
  await mainPage.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await desk.pressSequence(mainPage, 'g', 'z')
  await expect(mainPage.getByPlaceholder('Snooze for how long?')).toBeVisible()
  await mainPage.keyboard.press('Escape')
  await expect(mainPage.getByPlaceholder('Snooze for how long?')).toHaveCount(0)
  await mainPage.keyboard.press('e')
  await mainPage.keyboard.press('h')
  await expect(mainPage.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await mainPage.keyboard.press('h')
  await expect(mainPage.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
})

test('resetting one shortcut asks if its default key is taken; all can be reset at once', async () => {
  await mainPage.goto('/account/shortcuts')
  await mainPage.getByRole('button', { name: 'Reset the shortcut for Snooze' }).click()
  await expect(dialog().getByText('Already used by Resolve or reopen.', { exact: false })).toBeVisible()
  await mainPage.keyboard.press('Escape')
  await mainPage.getByRole('button', { name: 'Reset the shortcut for Resolve or reopen' }).click()
  await expect(mainPage.getByRole('listitem').filter({ hasText: 'Resolve or reopen' })).toContainText('E')
  await mainPage.getByRole('button', { name: 'Reset all' }).click()
  await mainPage.getByRole('alertdialog').getByRole('button', { name: 'Reset all' }).click()
  await expect(
    mainPage.getByRole('listitem').filter({ has: mainPage.getByText('Snooze', { exact: true }) }),
  ).toContainText('H')
  await expect(mainPage.getByRole('button', { name: 'Reset all' })).toHaveCount(0)
})

test('an avatar is cropped before the upload, by keyboard alone, and a failed upload loses nothing', async () => {
  await mainPage.goto('/account/profile')
  await mainPage.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await mainPage.screenshot(),
  })
  const area = dialog().getByRole('group', { name: /Move it with the arrow keys/ })
  await expect(area).toBeVisible()
  await area.focus()
  await mainPage.keyboard.press('ArrowRight')
  await dialog().getByRole('slider', { name: 'Zoom' }).fill('2')
  expect(await findViolations(mainPage)).toEqual([])
  await mainPage.context().setOffline(true)
  await dialog().getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog().getByRole('alert')).toBeVisible()
  await mainPage.context().setOffline(false)
  await dialog().getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(mainPage.getByRole('button', { name: 'Remove' })).toBeVisible()
})
