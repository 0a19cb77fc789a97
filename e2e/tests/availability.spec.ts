import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { sendMessage } from '@parley/contract/messages/messages'
import type { BrowserContext, Page } from '@playwright/test'
import { messageIdOf } from '../fixtures/email/message-id.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const subject = 'Is anybody there?'
let avis: Page
let tabs: BrowserContext
let axel: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const people = [await workspace.agent('Avis'), await workspace.agent('Axel')] as const
  const uuid = await workspace.conversation({ subject, text: 'Hello?', name: 'Cleo' })
  await workspace.api.call(assignUser, { params: { uuid }, body: { assignee_id: people[0].id } })
  await workspace.api.call(sendMessage, {
    params: { uuid },
    body: { message: 'Yes', to: ['cleo@customer.test'] },
  })
  axel = await desk.openSignedInPage(browser, workspace.parley.url, people[1])
  await axel.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(axel, 'Hello?')).toBeVisible()
  avis = await desk.openSignedInPage(browser, workspace.parley.url, people[0])
  tabs = avis.context()
  await tabs.clock.install()
  await avis.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(avis, 'Hello?')).toBeVisible()
})
test.afterAll(async () => {
  for (const page of [avis, axel]) await page?.context().close()
})

/** In small steps, because tabs and server exchange messages in real time, and jumping by minutes leaves no time for them. */
const minutes = async (count: number) => {
  for (let remaining = count * 60_000; remaining > 0; remaining -= 10_000)
    await tabs.clock.runFor(Math.min(remaining, 10_000))
}
/** Waits until her menu shows this, because messages between tabs and server do not depend on the fake clock. */
const expectMenuText = (text: string) =>
  expect(async () => {
    await minutes(0.5)
    await expect(avis.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(
      new RegExp(`, ${text}$`),
      { timeout: 500 },
    )
  }).toPass({ timeout: 45_000 })
const pictureFor = (text: string) =>
  desk
    .conversationRow(axel, subject)
    .getByRole('img', { name: `Assigned to Avis Agent, ${text}`, exact: true })
/** The presence in Axel's list, and the text beside her name in his details. */
const expectAxelSees = async (text: string) => {
  const picture = pictureFor(text)
  await expect(picture).toBeVisible()
  await expect(desk.propertyButton(axel, 'Assignee')).toContainText(`Avis Agent, ${text}`)
  return picture.locator('[data-dot]').getAttribute('data-dot')
}
const menu = async (entry: string) => {
  await avis.getByRole('button', { name: /^Your menu/ }).click()
  await avis.getByRole('menuitemcheckbox', { name: entry }).click()
  await avis.keyboard.press('Escape')
  await expect(avis.getByRole('menu')).toHaveCount(0)
}

test('a present agent is shown as online to others', async () => {
  expect(await expectAxelSees('online')).toBe('online')
})

test('four minutes without input set an agent to away, and the next input back to online', async () => {
  await minutes(4)
  await expectMenuText('away')
  expect(await expectAxelSees('away')).toBe('away')
  await avis.mouse.move(200, 200)
  await expectMenuText('online')
  expect(await expectAxelSees('online')).toBe('online')
})

test('several tabs count as one person: working in one keeps the other from going away', async () => {
  const secondTab = await tabs.newPage()
  await secondTab.goto('/inboxes/all')
  await expect(desk.conversationRow(secondTab, subject)).toBeVisible()
  for (const at of [100, 200, 300]) {
    await minutes(2)
    // Messages between tabs take real time, which a jump of the fake clock does not leave.
    await avis.evaluate(`void (globalThis.heard = new Promise((done) => {
      new BroadcastChannel('parley.touches').onmessage = () => done()
    }))`)
    await secondTab.mouse.move(at, at)
    await avis.evaluate('globalThis.heard')
    await minutes(0.1)
  }
  await expectMenuText('online')
  expect(await expectAxelSees('online')).toBe('online')
  await minutes(4)
  await expectMenuText('away')
  expect(await expectAxelSees('away')).toBe('away')
  await expect(secondTab.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(/, away$/)
  await secondTab.mouse.move(400, 400)
  await expectMenuText('online')
  expect(await expectAxelSees('online')).toBe('online')
  await secondTab.close()
})

test('a tab that wakes up and reports away is corrected by another tab that is in use', async () => {
  await avis.mouse.move(220, 220)
  // Her tab corrects it at its next check.
  await tabs.clock.pauseAt((await avis.evaluate<number>('Date.now()')) + 1_000)
  const csrf = (await tabs.cookies()).find(({ name }) => name === 'csrf_token')?.value ?? ''
  const response = await tabs.request.put('/api/v1/agents/me/availability', {
    data: { status: 'away' },
    headers: { 'x-csrftoken': csrf },
  })
  expect(response.status()).toBe(200)
  expect(await expectAxelSees('away')).toBe('away')
  await tabs.clock.resume()
  await expect(async () => {
    await minutes(0.5)
    await expect(pictureFor('online')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectMenuText('online')
  expect(await expectAxelSees('online')).toBe('online')
})

test('manually set away persists through input and a reload', async () => {
  await menu('Away')
  expect(await expectAxelSees('away')).toBe('away')
  await avis.mouse.move(300, 300)
  await minutes(1)
  await avis.reload()
  await expect(desk.message(avis, 'Hello?')).toBeVisible()
  await avis.mouse.move(350, 350)
  await minutes(1)
  await expect(avis.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(/, away$/)
  expect(await expectAxelSees('away')).toBe('away')
})

test('reassigning replies is shown, ends as away, and ends as online when away ends', async () => {
  await menu('Reassign replies')
  expect(await expectAxelSees('away, reassigning replies')).toBe('away')
  await menu('Reassign replies')
  expect(await expectAxelSees('away')).toBe('away')
  await menu('Away')
  expect(await expectAxelSees('online')).toBe('online')
})

test('the command palette sets the status as well', async () => {
  await avis.keyboard.press('Control+k')
  await avis.keyboard.type('set away')
  await avis.keyboard.press('Enter')
  expect(await expectAxelSees('away')).toBe('away')
  await avis.keyboard.press('Control+k')
  await avis.keyboard.type('set online')
  await avis.keyboard.press('Enter')
  expect(await expectAxelSees('online')).toBe('online')
})

test("a customer's reply unassigns her while she reassigns replies, and its authors become participants", async ({
  workspace,
}) => {
  await desk.writeInComposer(axel, 'Private note', 'She is out today')
  await desk.composer(axel).getByRole('button', { name: 'Add note' }).click()
  const participants = desk.detailsPanel(avis).getByRole('listitem')
  await expect(participants.filter({ hasText: 'Axel Agent' })).toContainText('online')
  await menu('Reassign replies')
  await expectAxelSees('away, reassigning replies')
  const ownReply = await workspace.sink.waitForMail(({ to }) => to.includes('cleo@customer.test'))
  await workspace.mail({
    from: 'Cleo <cleo@customer.test>',
    subject: `Re: ${subject}`,
    references: messageIdOf(ownReply.raw),
    text: 'Still here',
  })
  await expect(desk.propertyButton(axel, 'Assignee')).toContainText('No assignee')
  await expect(desk.messages(axel)).toContainText(
    'Avis Agent was unassigned: away, with replies being reassigned',
  )
  await expect(participants.filter({ hasText: 'System' })).toHaveCount(0)
  await menu('Away')
})

test('an expired session leads to the sign-in page', async () => {
  await tabs.request.post('/logout')
  await avis.mouse.move(10, 10)
  await avis
    .getByRole('button', { name: /^Your menu/ })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(avis).toHaveURL(/\/(\?next=.*)?$/)
})
