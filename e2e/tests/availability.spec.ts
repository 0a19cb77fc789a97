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

/** In small steps: what tabs and server tell each other takes real time, of which a leap over minutes leaves none. */
const minutes = async (count: number) => {
  for (let left = count * 60_000; left > 0; left -= 10_000) await tabs.clock.runFor(Math.min(left, 10_000))
}
/** Until her menu says so: how fast tabs hear of each other and the server answers is not a matter of their clock. */
const menuSays = (words: string) =>
  expect(async () => {
    await minutes(0.5)
    await expect(avis.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(
      new RegExp(`, ${words}$`),
      { timeout: 500 },
    )
  }).toPass({ timeout: 15_000 })
/** How Avis's picture reads in Axel's list, and the words beside her name in his details. */
const axelSees = async (words: string) => {
  const picture = desk
    .conversationRow(axel, subject)
    .getByRole('img', { name: `Assigned to Avis Agent, ${words}`, exact: true })
  await expect(picture).toBeVisible()
  await expect(desk.propertyButton(axel, 'Assignee')).toContainText(`Avis Agent, ${words}`)
  return picture.locator('[data-dot]').getAttribute('data-dot')
}
const menu = async (entry: string) => {
  await avis.getByRole('button', { name: /^Your menu/ }).click()
  await avis.getByRole('menuitemcheckbox', { name: entry }).click()
  await avis.keyboard.press('Escape')
  await expect(avis.getByRole('menu')).toHaveCount(0)
}

test('who is there is online in the browsers of others', async () => {
  expect(await axelSees('online')).toBe('online')
})

test('four minutes without a touch make away, and the next touch online', async () => {
  await minutes(4)
  await menuSays('away')
  expect(await axelSees('away')).toBe('away')
  await avis.mouse.move(200, 200)
  await menuSays('online')
  expect(await axelSees('online')).toBe('online')
})

test('several tabs are one person: who works in one is not away in the other', async () => {
  const other = await tabs.newPage()
  await other.goto('/inboxes/all')
  await expect(desk.conversationRow(other, subject)).toBeVisible()
  for (const at of [100, 200, 300]) {
    await minutes(2)
    // What one tab tells the other takes real time, which minutes that pass in a moment do not leave.
    await avis.evaluate(`void (globalThis.heard = new Promise((done) => {
      new BroadcastChannel('parley.touches').onmessage = () => done()
    }))`)
    await other.mouse.move(at, at)
    await avis.evaluate('globalThis.heard')
    await minutes(0.1)
  }
  await menuSays('online')
  expect(await axelSees('online')).toBe('online')
  await minutes(4)
  await menuSays('away')
  expect(await axelSees('away')).toBe('away')
  await expect(other.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(/, away$/)
  await other.mouse.move(400, 400)
  await menuSays('online')
  expect(await axelSees('online')).toBe('online')
  await other.close()
})

test('a tab that woke up and says away of somebody who works in another is corrected by that one', async () => {
  await avis.mouse.move(220, 220)
  const csrf = (await tabs.cookies()).find(({ name }) => name === 'csrf_token')?.value ?? ''
  const said = await tabs.request.put('/api/v1/agents/me/availability', {
    data: { status: 'away' },
    headers: { 'x-csrftoken': csrf },
  })
  expect(said.status()).toBe(200)
  expect(await axelSees('away')).toBe('away')
  await menuSays('online')
  expect(await axelSees('online')).toBe('online')
})

test('away by hand stays, whatever is touched, and after a reload', async () => {
  await menu('Away')
  expect(await axelSees('away')).toBe('away')
  await avis.mouse.move(300, 300)
  await minutes(1)
  await avis.reload()
  await expect(desk.message(avis, 'Hello?')).toBeVisible()
  await avis.mouse.move(350, 350)
  await minutes(1)
  await expect(avis.getByRole('button', { name: /^Your menu/ })).toHaveAccessibleName(/, away$/)
  expect(await axelSees('away')).toBe('away')
})

test('handing replies on is shown, leaves her away when it ends, and online when away ends', async () => {
  await menu('Reassign replies')
  expect(await axelSees('away, reassigning replies')).toBe('away')
  await menu('Reassign replies')
  expect(await axelSees('away')).toBe('away')
  await menu('Away')
  expect(await axelSees('online')).toBe('online')
})

test('the palette sets it as well', async () => {
  await avis.keyboard.press('Control+k')
  await avis.keyboard.type('set away')
  await avis.keyboard.press('Enter')
  expect(await axelSees('away')).toBe('away')
  await avis.keyboard.press('Control+k')
  await avis.keyboard.type('set online')
  await avis.keyboard.press('Enter')
  expect(await axelSees('online')).toBe('online')
})

test("a customer's answer takes her off while she hands replies on, and those who wrote are participants at once", async ({
  workspace,
}) => {
  await desk.writeInComposer(axel, 'Private note', 'She is out today')
  await desk.composer(axel).getByRole('button', { name: 'Add note' }).click()
  const participants = desk.detailsPanel(avis).getByRole('listitem')
  await expect(participants.filter({ hasText: 'Axel Agent' })).toContainText('online')
  await menu('Reassign replies')
  await axelSees('away, reassigning replies')
  const ours = await workspace.sink.waitForMail(({ to }) => to.includes('cleo@customer.test'))
  await workspace.mail({
    from: 'Cleo <cleo@customer.test>',
    subject: `Re: ${subject}`,
    references: messageIdOf(ours.raw),
    text: 'Still here',
  })
  await expect(desk.propertyButton(axel, 'Assignee')).toContainText('No assignee')
  await expect(desk.messages(axel)).toContainText(
    'Avis Agent was unassigned: away, with replies being reassigned',
  )
  await expect(participants.filter({ hasText: 'System' })).toHaveCount(0)
  await menu('Away')
})

test('a session that is over leads to the sign-in page', async () => {
  await tabs.request.post('/logout')
  await avis.mouse.move(10, 10)
  await avis
    .getByRole('button', { name: /^Your menu/ })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(avis).toHaveURL(/\/(\?next=.*)?$/)
})
