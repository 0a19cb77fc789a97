import type { CDPSession, Page } from '@playwright/test'
import { generate } from 'otplib'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// Agents' preferences and sign-in methods. Uses its own workspace, because at the end a second factor is required for everyone.
test.use({ workspace_of: 'account' })
test.describe.configure({ mode: 'serial' })

let url: string
let lea: Person
let mainPage: Page
let otherBrowser: Page
let device: { session: CDPSession; id: string }

test.beforeAll(async ({ browser, workspace }) => {
  // Browsers only support passkeys for domain names, not for IP addresses.
  url = workspace.parley.url.replace('127.0.0.1', 'localhost')
  lea = await workspace.agent('Lea')
  mainPage = await desk.openSignedInPage(browser, url, lea)
  otherBrowser = await desk.openSignedInPage(browser, url, lea, { viewport: { width: 375, height: 812 } })
  await workspace.conversation({ subject: 'Own keys', text: 'Press them', name: 'Kay' })
})
test.afterAll(async () => {
  await mainPage?.context().close()
  await otherBrowser?.context().close()
})

const dialog = (page = mainPage) => page.getByRole('dialog')
const html = (page: Page) => page.locator('html')
/** A device that stores passkeys and confirms every request with a fingerprint. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { session, id }
}

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
  const admin = await desk.openSignedInPage(browser, url, workspace.parley.admin)
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
  const line = (name: string) => mainPage.getByRole('listitem').filter({ hasText: name })
  await expect(line('Resolve or reopen')).toContainText('H')
  await expect(line('Snooze')).toContainText('No shortcut')
  expect(await findViolations(mainPage)).toEqual([])

  // Another browser gets them without a reload, including all hints.
  await otherBrowser.goto('/account/shortcuts')
  await mainPage.getByRole('button', { name: 'Change the shortcut for Snooze' }).click()
  await desk.pressSequence(mainPage, 'g', 'z')
  await mainPage.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  await expect(otherBrowser.getByRole('listitem').filter({ hasText: 'Snooze' })).toContainText('Z')
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
  await expect(mainPage.getByRole('listitem').filter({ hasText: 'Snooze' })).toContainText('H')
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

test('adding a passkey needs the password and a name, and creates recovery codes', async () => {
  device = await withAuthenticator(mainPage)
  // A browser without passkey autofill only has the button.
  await mainPage.addInitScript({
    content: 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)',
  })
  await mainPage.goto('/account/security')
  await mainPage.getByRole('button', { name: 'Add passkey' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('')
  await dialog().getByLabel('Password').fill('Wrong-horse-9')
  await mainPage.keyboard.press('Enter')
  await expect(dialog().getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await mainPage.keyboard.press('Enter')
  await expect(dialog().getByText('Wrong password')).toBeVisible()
  expect(await findViolations(mainPage)).toEqual([])
  await dialog().getByLabel('Password').fill(lea.password)
  await mainPage.keyboard.press('Enter')
  await expect(dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await dialog().getByRole('button', { name: 'I’ve saved them' }).click()
  const list = mainPage.getByRole('list', { name: 'Passkeys' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('not used yet')
  expect(await findViolations(mainPage)).toEqual([])
  await mainPage.getByRole('button', { name: 'Rename the passkey Work laptop' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await mainPage.keyboard.press('Enter')
  await expect(list.getByText('Laptop', { exact: true })).toBeVisible()
  // The browser that signed in with only the password is signed out.
  await expect(otherBrowser.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a passkey signs in without an address or password, or after the password as a second factor', async () => {
  await mainPage.goto('/logout')
  await mainPage.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(mainPage.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await mainPage.goto('/logout')
  await mainPage.getByLabel('Email').fill(lea.email)
  await mainPage.getByRole('textbox', { name: 'Password' }).fill(lea.password)
  await mainPage.getByRole('button', { name: 'Sign in' }).click()
  await expect(mainPage.getByLabel('Recovery code')).toBeVisible()
  expect(await findViolations(mainPage)).toEqual([])
  await mainPage.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(mainPage.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await mainPage.goto('/account/security')
  await expect(mainPage.getByRole('list', { name: 'Passkeys' })).toContainText('last used:')
})

test('a browser with passkey autofill offers it below the address field without a button', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const otherAuthenticator = await withAuthenticator(page)
  const { credentials } = await device.session.send('WebAuthn.getCredentials', { authenticatorId: device.id })
  for (const credential of credentials)
    await otherAuthenticator.session.send('WebAuthn.addCredential', {
      authenticatorId: otherAuthenticator.id,
      credential,
    })
  // The authenticator immediately chooses what a person would choose in the list.
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.close()
})

test('a removed passkey no longer signs in', async () => {
  await mainPage.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await dialog().getByLabel('Password').fill(lea.password)
  await mainPage.keyboard.press('Enter')
  await expect(mainPage.getByText('No passkeys yet.')).toBeVisible()
  await mainPage.goto('/logout')
  await mainPage.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(mainPage.getByRole('alert')).toContainText('can’t be used to sign in')
  expect(await findViolations(mainPage)).toEqual([])
})

test('requiring two factors applies to the administrator first, and everyone else sets one up at sign-in', async ({
  browser,
  workspace,
}) => {
  const admin = await desk.openSignedInPage(browser, url, workspace.parley.admin)
  await admin.goto('/admin/general')
  await admin.getByRole('switch', { name: 'Require two-factor sign-in' }).click()
  await admin.keyboard.press('Control+s')
  await expect(admin.getByRole('heading', { name: /One more step/ })).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.goto('/admin/teams/agents')
  await expect(admin.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Set up authenticator app' }).click()
  await dialog(admin).getByLabel('Password').fill(workspace.parley.admin.password)
  await admin.keyboard.press('Enter')
  await dialog(admin).getByText('Enter the key manually instead').click()
  const secret = (await dialog(admin).getByRole('code').textContent()) ?? ''
  await dialog(admin)
    .getByLabel('Code from the app')
    .fill(await generate({ secret }))
  await admin.keyboard.press('Enter')
  await dialog(admin).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(admin).toHaveURL(/\/admin\/teams\/agents$/)
  await expect(admin.getByRole('listitem').filter({ hasText: workspace.parley.admin.email })).toContainText(
    'Two-factor on',
  )

  await mainPage.reload()
  await mainPage.getByLabel('Email').fill(lea.email)
  await mainPage.getByRole('textbox', { name: 'Password' }).fill(lea.password)
  await mainPage.getByRole('button', { name: 'Sign in' }).click()
  await expect(mainPage.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await mainPage.goto('/inboxes/all')
  await expect(mainPage.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await mainPage.getByRole('button', { name: 'Add passkey' }).click()
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await dialog().getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(mainPage).toHaveURL(/\/inboxes\/all$/)
  await expect(mainPage.getByRole('navigation', { name: 'Main' })).toBeVisible()

  // An agent who lost a second factor is helped by an administrator, and sets up another.
  await admin.getByRole('link', { name: lea.name }).click()
  await admin.getByRole('button', { name: 'Turn off' }).click()
  const confirmDialog = admin.getByRole('alertdialog')
  await expect(confirmDialog).toContainText(lea.name)
  expect(await findViolations(admin)).toEqual([])
  await confirmDialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(admin.getByText('This agent hasn’t set it up.')).toBeVisible()
  await expect(mainPage.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await admin.context().close()
})
