import { listDrafts } from '@parley/contract/messages/drafts'
import type { Browser, Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person, Workspace } from '../fixtures/workspace.ts'

const editor = (page: Page, name = 'Reply') => desk.composer(page).getByRole('textbox', { name, exact: true })

const isSaved = async (page: Page, text: string) => {
  const answer = await page.context().request.get(listDrafts.path)
  return answer.ok() && JSON.stringify(await answer.json()).includes(text)
}
/** Resolves when the server has the text. */
const expectSaved = (page: Page, text: string) => expect.poll(() => isSaved(page, text)).toBe(true)
const expectNotSaved = (page: Page, text: string) => expect.poll(() => isSaved(page, text)).toBe(false)

test('a reply survives a change of devices, a killed tab and a killed server, and is sent once', async ({
  browser,
  workspace,
}: {
  browser: Browser
  workspace: Workspace
}) => {
  const { parley } = workspace
  const dagny: Person = await workspace.agent('Dagny', { undo_seconds: 0 })
  const colleague = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Emil'))
  const laptop = await desk.openSignedInPage(browser, parley.url, dagny)
  const phone = await desk.openSignedInPage(browser, parley.url, dagny)
  const uuid = await workspace.conversation({ subject: 'Drafted', text: 'Hello?', name: 'Drafts' })
  const path = `/inboxes/all/conversation/${uuid}`
  for (const page of [colleague, laptop, phone]) {
    await page.goto(path)
    await expect(desk.message(page, 'Hello?')).toBeVisible()
  }
  await expect(editor(phone)).toBeVisible()

  await desk.writeInComposer(laptop, 'Reply', 'Dear customer')
  await expect(editor(phone), 'live in the other browser').toHaveText('Dear customer')
  await expect(desk.conversationRow(phone, 'Drafted')).toContainText('Draft')
  await expect(desk.conversationRow(colleague, 'Drafted')).not.toContainText('Dear customer')
  // Typing has ended, and the draft stays.
  await expect(colleague.getByText('Dagny has a draft')).toBeVisible()

  // The tab is killed right after typing: nothing runs when a page of a crashed browser ends.
  await editor(phone).click()
  await phone.keyboard.press('End')
  await phone.keyboard.type(', from the phone')
  await expectSaved(phone, 'from the phone')
  await phone.context().close()
  await expect(editor(laptop)).toHaveText('Dear customer, from the phone')

  // The server is killed while typing goes on.
  await parley.kill()
  await editor(laptop).click()
  await laptop.keyboard.press('End')
  await laptop.keyboard.type(', while it was down')
  await expect(desk.composer(laptop).getByText('Saved in this browser only')).toBeVisible()
  await parley.start()
  await laptop.reload()
  await expect(editor(laptop)).toHaveText('Dear customer, from the phone, while it was down')
  await expectSaved(laptop, 'while it was down')

  const tablet = await desk.openSignedInPage(browser, parley.url, dagny)
  await tablet.goto('/inboxes/drafts')
  await desk.conversationRow(tablet, 'Drafted').click()
  await expect(editor(tablet)).toHaveText('Dear customer, from the phone, while it was down')
  await desk.composer(tablet).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.message(colleague, 'while it was down')).toHaveCount(1)
  await expect(editor(laptop), 'sent from the tablet').toHaveText('')
  await expect(tablet.getByText('Messages that you haven’t sent yet')).toBeVisible()
  await expect(colleague.getByText('Dagny has a draft')).toHaveCount(0)

  for (const page of [colleague, laptop, tablet]) await page.context().close()
})

test('a discarded text is kept, and restored from the palette', async ({ browser, workspace }) => {
  const { parley } = workspace
  const page = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Dorte'))
  const uuid = await workspace.conversation({ subject: 'Discarded', text: 'Hello?', name: 'Discards' })
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await desk.writeInComposer(page, 'Reply', 'Forget all of this text')
  await expectSaved(page, 'Forget all of this text')
  // By keyboard: `fill` may press Delete before the editor has noticed its selection.
  await editor(page).press('Control+a')
  await editor(page).press('Delete')
  await expect(editor(page)).toHaveText('')
  await expectNotSaved(page, 'Forget all of this text')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Earlier versions')
  await page.getByRole('option', { name: 'Earlier versions of this draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).first().click()
  await expect(editor(page)).toHaveText('Forget all of this text')
  await page.context().close()
})

test('a new conversation is continued on another device from the list of drafts', async ({
  browser,
  workspace,
}) => {
  const person = await workspace.agent('Fay')
  const first = await desk.openSignedInPage(browser, workspace.parley.url, person)
  await first.goto('/inboxes/all')
  await expect(first.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await first.keyboard.press('c')
  await first.getByLabel('Contact email').fill('new@customer.test')
  await first.getByLabel('Subject').fill('Welcome')
  await first.getByRole('textbox', { name: 'Message' }).click()
  await first.keyboard.type('Glad to have you')
  await expectSaved(first, 'Glad to have you')
  const second = await desk.openSignedInPage(browser, workspace.parley.url, person)
  await second.goto('/inboxes/drafts')
  await second.getByRole('button', { name: /new@customer\.test/ }).click()
  await expect(second.getByRole('textbox', { name: 'Message' })).toHaveText('Glad to have you')
  await expect(second.getByLabel('Subject')).toHaveValue('Welcome')
  for (const page of [first, second]) await page.context().close()
})
