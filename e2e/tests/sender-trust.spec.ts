import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const subject = 'My order 4811'
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Thea'))
  await workspace.conversation({ subject, text: 'My order number is secret-4811', name: 'Tess' })
})
test.afterAll(() => page?.context().close())

test('an unverified sender is marked, and the reply goes to no one whom only that email names', async ({
  workspace,
}) => {
  await workspace.mail({
    from: 'Tess <tess@customer.test>',
    replyTo: 'drop@else.test',
    cc: 'boss@else.test',
    subject: 'The address on file',
    text: 'Which address do you have?',
  })
  await page.goto('/inboxes/all')
  await desk.openConversation(page, 'The address on file')
  const mail = desk.message(page, 'Which address do you have?')
  await expect(mail.getByText('Sender not verified')).toBeVisible()
  await expect(mail.getByText(/replies won’t go to drop@else.test, boss@else.test/)).toBeVisible()
  await expect(desk.composer(page)).toContainText('tess@customer.test')
  await expect(desk.composer(page)).not.toContainText('else.test')
  expect(await findViolations(page)).toEqual([])
})

test('a number in its subject starts a conversation that links to the one with that number', async ({
  workspace,
}) => {
  await page.goto('/inboxes/all')
  await desk.openConversation(page, subject)
  const number = (
    await page
      .getByText(/^#\d+$/)
      .first()
      .innerText()
  ).slice(1)
  await workspace.mail({
    from: 'Tess <tess@customer.test>',
    subject: `Re: Hm [#${number}]`,
    text: 'Any news?',
  })
  await desk.openConversation(page, `Re: Hm [#${number}]`)
  await expect(desk.messages(page)).toContainText('but the sender isn’t verified')
  await desk
    .messages(page)
    .getByRole('link', { name: `#${number}` })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
})

test('before someone new gets earlier messages, the composer asks, and omits them by default', async ({
  workspace,
}) => {
  await desk.writeInComposer(page, 'Reply', 'Here is my answer')
  await desk.composer(page).getByRole('button', { name: 'Cc', exact: true }).click()
  await desk.composer(page).getByLabel('Cc', { exact: true }).fill('bo@partner.test')
  await desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true }).press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Include earlier messages?' })
  await expect(dialog).toContainText('bo@partner.test')
  await expect(dialog.getByRole('button', { name: 'Send without them' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(desk.composer(page)).toContainText('Here is my answer')
  await desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true }).press('Control+Enter')
  await dialog.getByRole('button', { name: 'Send without them' }).click()
  const without = await workspace.sink.waitForMail(({ to }) => to.includes('bo@partner.test'))
  expect(without.raw.toString()).toContain('Here is my answer')
  expect(without.raw.toString()).not.toContain('secret-4811')
})
