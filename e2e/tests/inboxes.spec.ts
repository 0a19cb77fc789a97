import { createInbox, updateInbox } from '@parley/contract/inboxes/inbox-writes'
import { listInboxes } from '@parley/contract/inboxes/inboxes'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import { mailSender } from '../fixtures/email/send-mail.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let page: Page
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const section = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
/** An email to the forwarded inbox, delivered by another server. */
async function forward(port: number) {
  const sender = mailSender(port)
  const outcome = await sender.send({
    from: 'gus@customer.test',
    to: 'hello@inboxes.test',
    raw: 'From: gus@customer.test\r\nX-Sign: of the customer\r\nSubject: Test of forwarding\r\nMessage-ID: <inboxes-2@customer.test>\r\n\r\nHi\r\n',
  })
  sender.close()
  expect(outcome).toMatchObject({ accepted: true })
}
const violations = () => findViolations(page)

test.use({ workspace_of: 'inboxes' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const root = await workspace.agent('Ines', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, root)
})
test.afterAll(() => page?.context().close())

test('creating an inbox starts with the provider, and an empty form is rejected', async () => {
  await page.goto('/admin/inboxes')
  await page.getByRole('link', { name: 'New inbox' }).click()
  await bar().getByRole('button', { name: 'Create inbox' }).click()
  await expect(page.getByRole('radiogroup').getByRole('alert')).toBeVisible()
  await page.getByText('Gmail or Google Workspace').click()
  await expect(section('Receiving').getByLabel('Server')).toHaveValue('imap.gmail.com')
  await page.getByText('Another mail server').click()
  await expect(section('Receiving').getByLabel('Server')).toHaveValue('')
  await page.keyboard.press('Control+s')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('connection tests show the responses of the real servers', async ({ dovecot, workspace }) => {
  await page.getByLabel('Name', { exact: true }).fill('Returns desk')
  await page.getByLabel('From address').fill('returns@inboxes.test')
  await page.getByLabel('From name').fill('{{ agent.first_name }} at Oak')
  await expect(page.getByText('Preview: Ines at Oak <returns@inboxes.test>')).toBeVisible()
  const receiving = section('Receiving')
  await receiving.getByLabel('Server').fill('127.0.0.1')
  await receiving.getByLabel('Port', { exact: true }).fill(String(dovecot.port))
  await desk.selectOption(page, receiving.getByLabel('Security'), 'None')
  await receiving.getByLabel('Username').fill('returns')
  await receiving.getByLabel('Password', { exact: true }).fill('wrong')
  await receiving.getByRole('button', { name: 'Test receiving' }).click()
  await expect(receiving.getByRole('alert')).toContainText('didn’t accept the username or password')
  await receiving.getByText('Details').click()
  await expect(receiving.getByRole('alert')).toContainText(/authentication failed/i)
  await receiving.getByLabel('Password', { exact: true }).fill(dovecot.password)
  await receiving.getByRole('button', { name: 'Test receiving' }).click()
  await expect(receiving.getByRole('status')).toContainText('Signed in as returns. INBOX contains 0 emails')
  await expect(receiving.getByRole('status')).toContainText('Dovecot')
  const sending = section('Sending')
  await sending.getByLabel('Server').fill('127.0.0.1')
  await sending.getByLabel('Port', { exact: true }).fill(String(workspace.sink.port))
  await desk.selectOption(page, sending.getByLabel('Security'), 'None')
  await desk.selectOption(page, sending.getByLabel('Authentication', { exact: true }), 'None')
  await sending.getByRole('button', { name: 'Test sending' }).click()
  await expect(sending.getByRole('status')).toContainText('Connected')
})

test('a server outage loses nothing typed; then email arrives and the page shows it', async ({
  dovecot,
  workspace,
}) => {
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await page.context().setOffline(false)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/admin\/inboxes\/\d+\/edit$/)
  await expect(section('Receiving').getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByText('Leave empty to keep it')).toBeVisible()
  expect(await violations()).toEqual([])
  await dovecot.append(
    'returns',
    'From: Gus <gus@customer.test>\r\nTo: returns@inboxes.test\r\nMessage-ID: <inboxes-1@customer.test>\r\nSubject: A chair goes back\r\n\r\nHello\r\n',
  )
  await expect(page.getByText(/Last email/)).toBeVisible()
  const inboxes = await workspace.api.call(listInboxes)
  expect(inboxes.filter(({ name }) => name === 'Returns desk')).toHaveLength(1)
})

test('addresses are added and removed by keyboard, and one in use is rejected in the form', async () => {
  const aliases = page.getByLabel('Also receives for')
  await aliases.fill('nonsense')
  await aliases.press('Enter')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('nonsense: Enter a valid email address')).toBeVisible()
  await aliases.press('Backspace')
  await aliases.pressSequentially('support@parley.test,')
  await page.keyboard.press('Control+s')
  await expect(
    page.getByText(/The inbox "Support" already uses the address support@parley.test/),
  ).toBeVisible()
  await bar().getByRole('button', { name: 'Discard' }).click()
  await expect(bar()).toHaveCount(0)
})

test('forwarding shows the address and waits for the first email', async ({ workspace, parley }) => {
  const { id } = await workspace.api.call(createInbox, {
    body: { name: 'Forwarded', from: 'hello@inboxes.test', config: { imap: [], smtp: [] } },
  })
  await page.goto(`/admin/inboxes/${id}/edit`)
  await expect(section('Receiving').getByText(/^inbox-[0-9a-f]{20}@mail\.parley\.test$/)).toBeVisible()
  await expect(section('Receiving').getByText('mail.parley.test. MX 10 mail.parley.test.')).toBeVisible()
  await expect(section('Receiving').getByRole('status')).toContainText('Send an email to hello@inboxes.test')
  await forward(parley.smtp_port)
  await expect(section('Receiving').getByRole('status')).toContainText('We received your email')
})

test('the delivery log shows the outcome and headers of an email, and processes it again', async ({
  workspace,
  parley,
}) => {
  // A duplicate of an email that is already in its conversation.
  await forward(parley.smtp_port)
  const { id } = (await workspace.api.call(listInboxes)).find(({ name }) => name === 'Forwarded') ?? { id: 0 }
  await page.goto(`/admin/inboxes/mail?state=ignored&inbox=${id}`)
  await page.getByRole('button', { name: 'Test of forwarding' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('X-Sign: of the customer')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Process again' }).click()
  await expect(page.getByText('The email is being processed again.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Test of forwarding' })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  // The narrow layout is a separate chunk, loaded on demand.
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(375)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/inboxes/mail?state=ignored&inbox=${id}&page=9`)
  await expect(page.getByText('Page 9 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect(page.getByRole('button', { name: 'Test of forwarding' })).toBeVisible()
})

test('a reply ends with the inbox signature once, as previewed in the composer', async ({ workspace }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const imap = await workspace.api.call(listInboxes)
  const { id, name, from, config } =
    imap.find((candidate) => candidate.name === 'Returns desk') ?? imap[0] ?? nothing()
  await workspace.api.call(updateInbox, {
    params: { id: String(id) },
    body: { name, from, config, enabled: true, signature: '{{ agent.first_name }} <of the returns desk>' },
  })
  await page.goto('/inboxes/all')
  await desk.openConversation(page, 'A chair goes back')
  await expect(page.getByRole('region', { name: 'Signature' })).toHaveText('Ines <of the returns desk>')
  await desk.writeInComposer(page, 'Reply', 'It is on its way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const { raw } = await workspace.sink.waitForMail((mail) => mail.to.includes('gus@customer.test'))
  expect(raw.toString().match(/Ines <of the returns desk>/g)).toHaveLength(1)
  expect(raw.toString()).toContain('From: Ines at Oak <returns@inboxes.test>')
})

test('a provider error is shown verbatim', async () => {
  await page.goto('/admin/inboxes/oauth?error=access_denied&error_description=The+user+declined')
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
  await expect(page.getByText('The user declined')).toBeVisible()
})

function nothing(): never {
  throw new Error('There is no inbox')
}
