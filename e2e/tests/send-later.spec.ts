import { expect } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { test } from '../fixtures/test.ts'

test('a reply is sent later in words, seen by the team, held by a customer’s email, and cancelled into the draft', async ({
  browser,
  workspace,
}) => {
  const { url } = workspace.parley
  const sam = await desk.openSignedInPage(browser, url, await workspace.agent('Sam'))
  const zora = await desk.openSignedInPage(browser, url, await workspace.agent('Zora'))
  const grace = { from: 'Grace <grace.later@customer.test>', subject: 'Delivery date' }
  await workspace.mail({ ...grace, messageId: '<later-1@customer.test>', text: 'When does it arrive?' })
  const isEditorNeeded = Promise.withResolvers<void>()
  await sam.route('**/composer-form-*.js', async (route) => {
    await isEditorNeeded.promise
    await route.continue()
  })
  await sam.goto('/inboxes/all')
  await sam.getByRole('link', { name: /Delivery date/ }).click()
  await expect(desk.message(sam, 'When does it arrive?')).toBeVisible()
  await zora.goto(sam.url())

  await desk.writeInComposer(sam, 'Reply', 'It arrives tomorrow')
  // The dialog opens with the editor, and has what was typed until then.
  await sam.keyboard.press('Control+Shift+L')
  await desk.typeWithoutDelay(sam, 'yesterday')
  isEditorNeeded.resolve()
  const dialog = sam.getByRole('dialog', { name: 'Send later' })
  await expect(dialog.getByText('That time is past')).toBeVisible()
  await dialog.getByLabel('When', { exact: true }).fill('tomorrow 9')
  // In the evening, tomorrow is hours away.
  await expect(dialog.getByText(/9:00 · (tomorrow|in \d+ hours)/)).toBeVisible()
  await dialog.getByLabel('When', { exact: true }).press('Enter')
  // The test's mail server signs nothing.
  await desk.composer(sam).getByRole('button', { name: 'Send anyway' }).click()

  const byTeam = [sam, zora].map((page) => page.getByRole('article', { name: 'Scheduled reply by Sam' }))
  for (const scheduled of byTeam) {
    await expect(scheduled).toContainText(/Sends .*9:00/)
    await expect(scheduled).toContainText('It arrives tomorrow')
  }
  const [own, others] = byTeam
  if (!own || !others) return
  const editor = desk.composer(sam).getByRole('textbox', { name: 'Reply', exact: true })
  await expect(editor).toHaveText('')

  await others.getByRole('button', { name: 'Change time' }).click()
  await zora.getByRole('dialog').getByLabel('When', { exact: true }).fill('in 3 days at 14:30')
  await zora.keyboard.press('Enter')
  await expect(own).toContainText(/Sends .*14:30/)

  await workspace.mail({
    ...grace,
    subject: 'Re: Delivery date',
    messageId: '<later-2@customer.test>',
    inReplyTo: '<later-1@customer.test>',
    references: '<later-1@customer.test>',
    text: 'It is here already!',
  })
  for (const scheduled of byTeam) await expect(scheduled).toContainText('On hold: the customer replied')
  await expect(desk.toasts(sam).filter({ hasText: 'On hold: the customer replied' })).toBeVisible()

  await desk.openList(sam, 'Scheduled')
  const row = sam.getByRole('link', { name: /Delivery date/ })
  await expect(row).toContainText('On hold · Sam')
  await row.click()
  await own.getByRole('button', { name: 'Cancel and edit' }).click()
  await expect(editor).toHaveText('It arrives tomorrow')
  for (const scheduled of byTeam) await expect(scheduled).toHaveCount(0)

  await editor.press('Control+Shift+L')
  await dialog.getByLabel('When', { exact: true }).fill('tomorrow 9')
  await dialog.getByLabel('When', { exact: true }).press('Enter')
  await desk.composer(sam).getByRole('button', { name: 'Send anyway' }).click()
  await expect(desk.toasts(sam).filter({ hasText: /Scheduled for .*9:00/ })).toBeVisible()
  await expect(editor).toHaveText('')
  await editor.press('Control+z')
  await expect(editor).toHaveText('It arrives tomorrow')
  for (const scheduled of byTeam) await expect(scheduled).toHaveCount(0)
  expect(workspace.sink.mails.filter(({ raw }) => raw.includes('It arrives tomorrow'))).toHaveLength(0)
  await sam.context().close()
  await zora.context().close()
})
