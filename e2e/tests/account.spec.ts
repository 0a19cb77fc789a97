import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// How agents sign in: sessions, the password and authenticator codes, and what each change does to other browsers.

let page: Page
let phone: Page
let kim: Person
let secret: string
let recovery: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  kim = await workspace.agent('Kim')
  page = await desk.openSignedInPage(browser, workspace.parley.url, kim)
  phone = await desk.openSignedInPage(browser, workspace.parley.url, kim, {
    viewport: { width: 375, height: 812 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
})
test.afterAll(async () => {
  await page?.context().close()
  await phone?.context().close()
})

const list = () => page.getByRole('list', { name: 'Where you’re signed in' })
const dialog = () => page.getByRole('dialog')

test('another session is listed by its device, and signed out immediately', async () => {
  await phone.goto('/inboxes/all')
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/account/security')
  await expect(list().getByRole('listitem')).toHaveCount(2)
  await expect(list().getByRole('listitem').first()).toContainText('This browser')
  await expect(list().getByText('Safari on iOS')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out of Safari on iOS' }).click()
  await expect(list().getByRole('listitem')).toHaveCount(1)
  // Its WebSocket is closed, and it notices on its own.
  await expect(phone.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('changing the password requires the old one, and errors are shown at their field', async () => {
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog().getByRole('button', { name: 'Change password' }).click()
  await expect(dialog().getByText('Enter your current password')).toBeVisible()
  await dialog().getByLabel('Current password').fill('Wrong-horse-9')
  await dialog().getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText(/Use 10 to 72 characters/)).toBeVisible()
  await dialog().getByLabel('New password').fill('Correct-horse-10')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('Wrong password')).toBeVisible()
  await expect(dialog().getByLabel('New password')).toHaveValue('Correct-horse-10')
  expect(await findViolations(page)).toEqual([])
  await dialog().getByLabel('Current password').fill(kim.password)
  await page.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  kim = { ...kim, password: 'Correct-horse-10' }
})

test('authenticator codes are set up by keyboard alone: password, QR code, first code, recovery codes', async () => {
  await page.getByRole('button', { name: 'Set up authenticator app' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog().getByLabel('Password')).toBeFocused()
  await page.keyboard.type(kim.password)
  await page.keyboard.press('Enter')
  await expect(dialog().getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(dialog().getByLabel('Code from the app')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText(/Wrong code/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog().getByText('Enter the key manually instead').click()
  secret = (await dialog().getByRole('code').textContent()) ?? ''
  await dialog()
    .getByLabel('Code from the app')
    .fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  recovery = (await codes.first().textContent()) ?? ''
  // Neither Escape nor a click outside closes a dialog with one-time content.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  expect(await findViolations(page)).toEqual([])
  await dialog().getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('On: codes from an authenticator app')).toBeVisible()
})

test('signing in then asks for a code, also at 375 px, and accepts each recovery code once', async ({
  workspace,
}) => {
  await phone.goto(`${workspace.parley.url}/?next=/account/security`)
  await phone.getByLabel('Email').fill(kim.email)
  await phone.getByRole('textbox', { name: 'Password' }).fill(kim.password)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByLabel('Code')).toBeFocused()
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByText('Enter the code.')).toBeVisible()
  await phone.getByLabel('Code').fill('000000')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText(/This code is wrong or has been used/)).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
  await phone.getByLabel('Code').fill(recovery)
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/\/account\/security$/)
  await expect(phone.getByText('9 recovery codes left.')).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
})

test('after turning it off with the password, the password is enough to sign in', async ({
  browser,
  workspace,
}) => {
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog().getByLabel('Password').fill(kim.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await (await desk.openSignedInPage(browser, workspace.parley.url, kim)).context().close()
})
