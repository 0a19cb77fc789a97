import type { CDPSession, Page } from '@playwright/test'
import { generate } from 'otplib'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// Signing in with a passkey, and required second factors. Uses its own workspace, because at the end a second factor is required for everyone.
test.use({ workspace_of: 'passkeys' })
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
  await otherBrowser.goto('/inboxes/all')
  await expect(otherBrowser.getByRole('heading', { level: 1 })).toBeVisible()
})

test.afterAll(async () => {
  await mainPage?.context().close()
  await otherBrowser?.context().close()
})

const dialog = (page = mainPage) => page.getByRole('dialog')

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
