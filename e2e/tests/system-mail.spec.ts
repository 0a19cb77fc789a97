import { createAgent } from '@parley/contract/agents/agents'
import { sendMessage } from '@parley/contract/messages/messages'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// From no mail server to an invited agent who signs in, and a reply with the workspace's own template.

let page: Page
const toast = (text: string) =>
  page
    .getByRole('region', { name: /Notifications \(/ })
    .or(page.getByRole('region', { name: /Notifications/ }))
    .getByText(text)
    .first()
const source = () => page.getByRole('textbox', { name: 'HTML and Liquid' })

test.use({ workspace_of: 'system-mail' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Postmistress', { roles: ['Admin'] }),
  )
})
test.afterAll(() => page?.context().close())

test('an invitation waits for a mail server, and the page says so', async ({ workspace: { api } }) => {
  await api.call(createAgent, {
    body: { first_name: 'Invita', email: 'invita@agents.test', roles: ['Agent'], send_welcome_email: true },
  })
  await page.goto('/admin/notification')
  await expect(page.getByText('Parley can’t email your agents yet')).toBeVisible()
  await expect(page.getByText(/emails? (is|are) waiting/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('a test email shows the real response, invalid fields are named, and saving sends queued email', async ({
  workspace: { sink },
}) => {
  await page.getByRole('switch', { name: 'Send email to agents' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Enter the mail server')).toBeVisible()
  await expect(page.getByLabel('Server', { exact: true })).toBeFocused()

  await page.getByLabel('From', { exact: true }).fill('Parley <desk@parley.test>')
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill('9')
  await desk.selectOption(page, page.getByLabel('Encryption'), /^None/)
  await desk.selectOption(page, page.getByLabel('Authentication'), 'None')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText(/127\.0\.0\.1 doesn’t accept connections on this port/)).toBeVisible()
  await page.getByLabel('Port', { exact: true }).fill(String(sink.port))
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText(/The mail server accepted the email/)).toBeVisible()
  await expect(page.getByText(/^250 /)).toBeVisible()

  await page.keyboard.press('Control+s')
  await expect(toast('Notification settings saved.')).toBeVisible()
  await sink.waitForMail(({ to }) => to.includes('invita@agents.test'))
})

test('the invitation link sets a password once, and a forgotten password can be reset', async ({
  browser,
  parley,
  workspace: { sink },
}) => {
  const signInPage = await (await browser.newContext({ baseURL: parley.url })).newPage()
  const { raw } = await sink.waitForMail(({ to }) => to.includes('invita@agents.test'))
  const [path = ''] =
    /\/set-password\?token=3D\w+|\/set-password\?token=\w+/.exec(raw.toString().replaceAll('=\r\n', '')) ?? []
  await signInPage.goto(path.replace('=3D', '='))
  await expect(signInPage).toHaveTitle(/^Set Password - /)
  await signInPage.getByRole('textbox', { name: 'New password' }).fill('too short')
  await signInPage.getByRole('button', { name: 'Set password' }).click()
  await expect(signInPage.getByRole('textbox', { name: 'New password' })).toBeFocused()
  expect(await findViolations(signInPage)).toEqual([])
  await signInPage.getByRole('textbox', { name: 'New password' }).fill('Correct-horse-7')
  await signInPage.keyboard.press('Enter')
  await expect(signInPage.getByText('Your password is set')).toBeVisible()

  await signInPage.goto(path.replace('=3D', '='))
  await signInPage.getByRole('textbox', { name: 'New password' }).fill('Correct-horse-8')
  await signInPage.keyboard.press('Enter')
  await expect(signInPage.getByText('This link no longer works')).toBeVisible()
  await signInPage.getByRole('link', { name: 'Send a new link' }).click()
  await expect(signInPage).toHaveTitle(/^Reset Password - /)
  await signInPage.getByLabel('Email').fill('invita@agents.test')
  await signInPage.keyboard.press('Enter')
  await expect(signInPage.getByText(/a link is on its way/)).toBeVisible()
  await sink.waitForMail(
    ({ to, raw }) => to.includes('invita@agents.test') && raw.includes('Reset your password'),
  )
  await signInPage.getByRole('link', { name: 'Back to sign-in' }).click()
  await desk.signIn(signInPage, parley.url, { email: 'invita@agents.test', password: 'Correct-horse-7' })
  await signInPage.context().close()
})

test('a broken template is rejected with line and column; the preview renders a valid one', async ({
  workspace,
}) => {
  await workspace.conversation({ subject: 'Frames and footers', text: '<p>How?</p>', name: 'Fran Ame' })
  await page.goto('/admin/templates')
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByLabel('Name').fill('House style')
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await source().fill('<p>Dear {{ contact.first_name }},</p>\n{{ content }}\n  {{ contact.frist_name }}')
  await expect(page.getByText('Line 3, column 6: There’s no variable contact.frist_name')).toBeVisible()
  // Not beside a preview: its frame runs no scripts, including axe.
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to line' }).click()
  await expect(source()).toBeFocused()

  await source().fill(
    '<p>Dear {{ Contact.FirstName }},</p>\n{{ template "content" . }}\n<footer>House number {{ conversation.reference_number }}</footer>',
  )
  const letterhead = page.frameLocator('iframe[title="Preview"]')
  await expect(letterhead.getByText(/^Dear Fran Ame,/)).toBeVisible()
  await expect(letterhead.getByText(/House number \d+/)).toBeVisible()
  await page.getByRole('switch', { name: 'Default template' }).click()
  await page.keyboard.press('Control+s')
  await expect(toast('Template created.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'House style' })).toContainText('Default')
})

test('replies use the default template, which cannot be deleted', async ({ workspace }) => {
  const uuid = await workspace.conversation({
    subject: 'Framed reply',
    text: '<p>Send it framed</p>',
    name: 'Fred Ramed',
  })
  await workspace.api.call(sendMessage, {
    params: { uuid },
    body: { message: '<p>Here it is</p>', to: ['fred.ramed@customer.test'] },
  })
  const { raw } = await workspace.sink.waitForMail(({ to }) => to.includes('fred.ramed@customer.test'))
  expect(raw.toString().replaceAll('=\r\n', '')).toMatch(
    /Dear Fred Ramed,[\s\S]*Here it is[\s\S]*House number \d+/,
  )

  const row = page.getByRole('listitem').filter({ hasText: 'House style' })
  await row.getByRole('button', { name: 'Actions for House style' }).click()
  await page.getByRole('menuitem', { name: 'Delete template' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Make another one the default first')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Notifications to agents' }).click()
  await expect(page.getByRole('link', { name: 'Password reset' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Replies' })).not.toHaveAttribute('aria-current', 'page')
  expect(await findViolations(page)).toEqual([])
})
