import { listWebhooks, webhookBody } from '@parley/contract/webhooks/webhooks'
import type { Page } from '@playwright/test'
import { startWebhookReceiver } from '../../server/src/testing/fake-services/webhook-receiver.ts'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// An administrator connects a real receiver, sees it fail and recover, and replays failed deliveries.

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let page: Page

test.use({ workspace_of: 'webhooks', server_env: { PARLEY_WEBHOOK_ALLOW: '127.0.0.1' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  receiver = await startWebhookReceiver()
  const admin = await workspace.agent('Walt', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, admin)
})
test.afterAll(async () => {
  await page?.context().close()
  await receiver?.stop()
})

const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const rows = () => page.getByRole('list', { name: 'Delivery log' }).getByRole('listitem')
const violations = () => findViolations(page)

test('the empty list explains webhooks, and an empty form is rejected at its fields', async () => {
  await page.goto('/admin/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('link', { name: 'New webhook' }).click()
  await bar().getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('This cannot be empty')).toHaveCount(2)
  await expect(page.getByText('Choose at least one event')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
})

test('the form with its errors is accessible in both themes', async () => {
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('a private address is rejected with a message, and a server outage loses nothing typed', async () => {
  await page.getByLabel('Name').fill('Warehouse')
  await page.getByLabel('URL').fill('http://10.0.0.9/latest')
  await page.getByRole('checkbox', { name: 'Message created' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/isn’t on the public internet\. The operator of this server/)).toBeVisible()
  await page.getByLabel('URL').fill(receiver.url)
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await expect(page.getByLabel('URL')).toHaveValue(receiver.url)
  await page.context().setOffline(false)
})

test("a test event shows the receiver's real response before anything is saved", async () => {
  receiver.respondWith((_request, response) => response.writeHead(418).end('I am a teapot'))
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByRole('alert').getByText('The server responded with 418.')).toBeVisible()
  await expect(page.getByText('I am a teapot')).toBeVisible()
  receiver.respondWith(null)
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByRole('status').getByText('The server responded with 200.')).toBeVisible()
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
    event: 'webhook.test',
    payload: { name: 'Warehouse' },
  })
})

test('a secret is generated and shown once, and clicking twice creates one webhook', async ({
  workspace,
}) => {
  await page.getByRole('button', { name: 'Generate secret' }).click()
  await expect(page.getByLabel('Secret')).toHaveValue(/^whsec_[\w+/]{43}=$/)
  await page.getByText('Verify the signature').click()
  await expect(page.getByText('timingSafeEqual(given, expected)')).toBeVisible()
  expect(await violations()).toEqual([])
  await bar().getByRole('button', { name: 'Create webhook' }).dblclick()
  await expect(page.getByRole('link', { name: 'Warehouse' })).toBeVisible()
  await expect(page.getByText('no deliveries yet')).toBeVisible()
  const [webhook, ...others] = await workspace.api.call(listWebhooks)
  expect(others).toEqual([])
  expect(webhook?.secret).toBe('••••••••••')
  await page.getByRole('link', { name: 'Warehouse' }).click()
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue('')
})

test('events are delivered, signed, and logged with their response', async ({ workspace }) => {
  const before = receiver.received.length
  await workspace.conversation({ subject: 'Where is it?', text: 'Hello', name: 'Grace Hopper' })
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  const request = receiver.received.at(-1)
  const { payload } = webhookBody('message.created').parse(JSON.parse(request?.body ?? ''))
  expect(payload.text_content).toContain('Hello')
  expect(request?.headers['webhook-signature']).toMatch(/^v1,/)

  await page.getByRole('link', { name: 'Delivery log' }).click()
  await expect(rows()).toHaveCount(1)
  await expect(rows().first()).toContainText('Delivered')
  await rows().first().getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await expect(drawer.getByText('thank you')).toBeVisible()
  await expect(drawer.getByText('webhook-signature: v1,…')).toBeVisible()
})

test('the log and a delivery are accessible in both themes', async () => {
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Delivery' })).toHaveCount(0)
  expect(await violations()).toEqual([])
})

test('the log shows failures while the receiver is down, and a replay then delivers', async ({
  workspace,
}) => {
  await receiver.stopListening()
  await workspace.conversation({ subject: 'Second', text: 'Anybody there?', name: 'Ada Byron' })
  await expect(rows().first()).toContainText('Retrying')
  await expect(rows().first()).toContainText('The server isn’t responding on this port')
  await expect(page.getByText(/^Failing since/)).toBeVisible()
  await receiver.listenAgain()
  await rows().first().getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await drawer.getByRole('button', { name: 'Resend' }).click()
  // The automatic retry may have come first; then both are logged.
  await expect(drawer.getByText('The server responded with 200.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows().first()).toContainText('Delivered')
  await expect(page.getByText(/^Failing since/)).toHaveCount(0)
  expect(receiver.received.at(-1)?.body).toContain('Anybody there?')
})

test('disabling skips queued deliveries, which can be replayed later', async ({ workspace }) => {
  await receiver.stopListening()
  await workspace.conversation({ subject: 'Third', text: 'Still there?', name: 'Linus Pauling' })
  await expect(rows().first()).toContainText('Retrying')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
  const toggle = page.getByRole('switch', { name: 'Warehouse is enabled' })
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('menuitem', { name: 'View delivery log' }).click()
  await expect(rows().first()).toContainText('Skipped')
  await rows().first().getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await expect(drawer.getByText('This webhook is disabled.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Resend' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await receiver.listenAgain()
  await page.goBack()
  await page.getByRole('switch', { name: 'Warehouse is enabled' }).click()
  await page.getByRole('link', { name: 'Warehouse' }).click()
  await page.getByRole('link', { name: 'Delivery log' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Skipped' }).click()
  await expect(rows()).toHaveCount(1)
  await page.getByRole('button', { name: 'Send all skipped' }).click()
  await expect(page.getByRole('heading', { name: 'No matching deliveries' })).toBeVisible()
  await expect.poll(() => receiver.received.at(-1)?.body).toContain('Still there?')
})

test('500 webhooks are searched by name or URL; one is deleted with its log', async ({ workspace }) => {
  await workspace.parley.query(
    `insert into webhooks (created_at, updated_at, name, url, events, is_active)
     select now(), now(), 'Receiver ' || n, $1, '{message.updated}', false from generate_series(0, 499) n`,
    [receiver.url],
  )
  await page.goto('/admin/webhooks')
  await page.getByRole('searchbox').fill('receiver 499')
  await expect(page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Actions for Receiver 499' }).click()
  await page.getByRole('menuitem', { name: 'Delete webhook' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('the delivery log is deleted, too')).toBeVisible()
  await question.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No results for')).toBeVisible()
})

test('nothing is cut off on a narrow screen, and the area requires its permission', async ({
  browser,
  workspace,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/admin/webhooks', '/admin/webhooks/1/edit', '/admin/webhooks/1/deliveries']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth'), path)
      .toBe(false)
  }
  const plain = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Wim'))
  await plain.goto('/admin/webhooks')
  await expect(plain.getByRole('heading', { name: 'You don’t have access to Webhooks' })).toBeVisible()
  await plain.context().close()
})
