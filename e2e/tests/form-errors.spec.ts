import { createInbox, getInbox } from '@parley/contract/inboxes/inbox-writes'
import { updateEmailNotification } from '@parley/contract/notifications/system-mail'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// A form that cannot be saved says why, wherever the problem is, and a stored password can be removed.

let page: Page
test.use({ workspace_of: 'form-errors' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { parley, agent } = workspace
  page = await desk.openSignedInPage(browser, parley.url, await agent('Ada', { roles: ['Admin'] }))
})
test.afterAll(() => page?.context().close())

/** Answers every change under this URL with errors of these fields. */
const refuse = (url: string, errors: { path: string; message: string }[]) =>
  page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          json: {
            status: 'error',
            error_type: 'InputException',
            message: errors[0]?.message,
            data: null,
            errors,
            request_id: 'r-1',
          },
        }),
  )

const saveButton = () =>
  page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: /^Save/ })
const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)

test('a page names an invalid field that it does not show, besides those that it does', async () => {
  await page.goto('/admin/notification')
  await refuse('**/api/v1/settings/notifications/email', [
    { path: 'notification.email.hello_hostname', message: 'Use the name of this server' },
    { path: 'notification.email.host', message: 'This server is not known' },
  ])
  await page.getByLabel('Server', { exact: true }).fill('mail.acme.test')
  await saveButton().click()
  const alert = page.getByRole('alert').filter({ hasText: 'This can’t be saved yet' })
  await expect(alert).toContainText('EHLO hostname: Use the name of this server')
  await expect(alert).toBeInViewport()
  await expect(alert).not.toContainText('This server is not known')
  await expect(page.getByText('This server is not known')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await saveButton().click()
  await expect(toast('Notification settings saved.')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('a removed field keeps its label, and list entries count as fields', async () => {
  await page.goto('/admin/notification')
  await desk.selectOption(page, page.getByLabel('Authentication'), 'None')
  await refuse('**/api/v1/settings/notifications/email', [
    { path: 'notification.email.password', message: 'Enter the password' },
    { path: 'notification.email.kinds.3', message: 'This event does not exist' },
  ])
  await saveButton().click()
  const alert = page.getByRole('alert').filter({ hasText: 'This can’t be saved yet' })
  await expect(alert.getByRole('listitem')).toHaveText([
    'Password: Enter the password',
    '3: This event does not exist',
  ])
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a dialog names an invalid field that it does not show', async () => {
  await page.goto('/admin/conversations/tags')
  await page.getByRole('button', { name: 'New tag' }).click()
  await refuse('**/api/v1/tags', [{ path: 'color', message: 'Choose one of the colors' }])
  await page.getByLabel('Name').fill('urgent')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Color: Choose one of the colors')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a relay without authentication is saved and removes the stored password', async ({
  workspace: { api },
}) => {
  await api.call(updateEmailNotification, {
    body: {
      'notification.email.enabled': true,
      'notification.email.email_address': 'desk@acme.test',
      'notification.email.host': 'smtp.acme.test',
      'notification.email.username': 'desk',
      'notification.email.password': 'open sesame',
    },
  })
  await page.goto('/admin/notification')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', /•/)
  await page.getByLabel('Server', { exact: true }).fill('relay.acme.test')
  await desk.selectOption(page, page.getByLabel('Authentication'), 'None')
  await saveButton().click()
  await expect(toast('Notification settings saved.')).toBeVisible()
  await page.reload()
  await desk.selectOption(page, page.getByLabel('Authentication'), /^Login/i)
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveAttribute('placeholder', /•/)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a stored inbox password is removed when the form is saved', async ({ workspace: { api } }) => {
  const { id } = await api.call(createInbox, {
    body: {
      name: 'Orders',
      from: 'orders@acme.test',
      config: {
        imap: [],
        smtp: [{ host: 'smtp.acme.test', port: 587, username: 'orders', password: 'open sesame' }],
      },
    },
  })
  const stored = async () =>
    (await api.call(getInbox, { params: { id: String(id) } })).config.smtp[0]?.has_password
  expect(await stored()).toBe(true)
  await page.goto(`/admin/inboxes/${id}/edit`)
  await page.getByRole('button', { name: 'Remove the stored Password' }).click()
  await expect(page.getByText('The stored password will be removed when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the stored Password' }).click()
  await expect(page.getByText('Stored encrypted. Leave empty to keep it.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the stored Password' }).click()
  await saveButton().click()
  await expect(toast('Inbox saved.')).toBeVisible()
  expect(await stored()).toBe(false)
  await expect(page.getByRole('button', { name: 'Remove the stored Password' })).toHaveCount(0)
})
