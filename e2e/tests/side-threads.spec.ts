import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import { messageIdOf } from '../fixtures/email/message-id.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const subject = 'Parcel 4811 is missing'
const courier = 'dispatch@courier.test'
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Sida', { undo_seconds: 60 }),
  )
  await workspace.mail({ from: 'Cora <cora@customer.test>', subject, text: 'Where is my parcel?' })
})
test.afterAll(() => page?.context().close())

test('a conversation is forwarded by key, and the courier’s answer lands in a side thread that the customer never sees', async ({
  workspace,
}) => {
  await page.goto('/inboxes/all')
  await desk.openConversation(page, subject)
  await expect(desk.messages(page)).toContainText('Where is my parcel?')
  await page.keyboard.press('Shift+F')
  await page.keyboard.type(`${courier},`)
  await expect(desk.composer(page)).toContainText('The customer will not see this')
  await expect(page.getByLabel('Subject')).toHaveValue(`Fwd: ${subject}`)
  const text = page.getByRole('textbox', { name: 'Message to third parties' })
  await text.fill('Please find it')
  expect(await findViolations(page)).toEqual([])
  await text.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo', exact: false }).first().click()
  await expect(text).toContainText('Please find it')
  await expect(desk.toasts(page)).toHaveCount(0)
  await text.press('Control+Enter')
  await desk.toasts(page).getByRole('button', { name: 'Send now' }).click()
  const sent = await workspace.sink.waitForMail(({ to }) => to.includes(courier))
  expect(String(sent.raw)).toContain('Where is my parcel?')

  const group = page.getByRole('region', { name: `Side thread with ${courier}` })
  await expect(group).toContainText('Please find it')
  await workspace.mail({
    from: `Dana Dispatch <${courier}>`,
    subject: `Re: Fwd: ${subject}`,
    text: 'It is on the van',
    headers: { 'In-Reply-To': messageIdOf(sent.raw) },
  })
  await expect(group).toContainText('New answer')
  await group.getByRole('button', { name: /Side thread with/ }).click()
  await expect(group).toContainText('It is on the van')
  expect(await findViolations(page)).toEqual([])
  await group.getByRole('button', { name: 'Reply in side thread' }).click()
  await expect(desk.composer(page)).toContainText(courier)
  await text.fill('Thank you')
  await text.press('Control+Enter')
  await desk.toasts(page).getByRole('button', { name: 'Send now' }).click()
  const answer = await workspace.sink.waitForMail(({ raw }) => String(raw).includes('Thank you'))
  expect(answer.to).toEqual([courier])

  await desk.writeInComposer(page, 'Reply', 'It arrives today')
  await desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true }).press('Control+Enter')
  // The customer isn't verified in this test.
  await desk.composer(page).getByRole('button', { name: 'Send anyway' }).click()
  await expect(desk.toasts(page)).toHaveCount(1)
  await desk.toasts(page).getByRole('button', { name: 'Send now' }).click()
  const reply = await workspace.sink.waitForMail(({ raw }) => String(raw).includes('It arrives today'))
  expect(String(reply.raw)).not.toMatch(/courier\.test|Please find it|on the van|Thank you/)
})

test('a message’s link, source and selected text, and a printable transcript without the side thread', async () => {
  const question = desk.message(page, 'Where is my parcel?').first()
  await question.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Show original source' }).click()
  const source = page.getByRole('dialog', { name: 'Original source' })
  await expect(source).toContainText('Message-ID')
  await page.keyboard.press('Escape')

  await question.getByText('Where is my parcel?').first().selectText()
  await page.keyboard.press('>')
  await expect(desk.composer(page).locator('blockquote')).toContainText('Where is my parcel?')

  const [uuid] = /[0-9a-f-]{36}/.exec(page.url()) ?? []
  const transcript = await page.request.get(`/api/v1/conversations/${uuid}/transcript`)
  expect(await transcript.text()).toMatch(/Where is my parcel\?[\s\S]*It arrives today/)
  expect(await transcript.text()).not.toContain('on the van')
  await desk.messages(page).focus()
  const [print] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+p')])
  await expect(print.getByRole('article').first()).toContainText('Where is my parcel?')
  await expect(print.locator('body')).not.toContainText('on the van')
})
