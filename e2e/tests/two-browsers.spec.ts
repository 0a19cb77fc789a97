import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { createRole } from '@parley/contract/roles/roles'
import { createTag } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import { messageIdOf } from '../fixtures/email/message-id.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

const subject = 'Two people look at this'
let ann: { page: Page; person: Person }
let bob: { page: Page; person: Person }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  await api.call(createTag, { body: { name: 'together' } })
  await api.call(createRole, {
    body: {
      name: 'Own work only',
      permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write'],
    },
  })
  const open = async (name: string, roles: string[]) => {
    const person = await workspace.agent(name, { roles })
    return { person, page: await desk.openSignedInPage(browser, parley.url, person) }
  }
  ann = await open('Ann', ['Agent'])
  bob = await open('Bob', ['Own work only'])
  const uuid = await workspace.conversation({ subject, text: 'Can you both see this?', name: 'Two' })
  await api.call(assignUser, { params: { uuid }, body: { assignee_id: bob.person.id } })
  await ann.page.goto(`/inboxes/all/conversation/${uuid}`)
  await bob.page.goto(`/inboxes/assigned/conversation/${uuid}`)
  for (const { page } of [ann, bob]) {
    await expect(desk.message(page, 'Can you both see this?')).toBeVisible()
    await page.evaluate('window.never_reloaded = true')
  }
})
test.afterAll(async () => {
  for (const user of [ann, bob]) {
    expect(await user?.page.evaluate('window.never_reloaded')).toBe(true)
    await user?.page.context().close()
  }
})

test('colleagues see who has the conversation open and who writes in it', async () => {
  const header = ann.page.locator('main header').getByRole('status')
  await expect(header.getByRole('img', { name: 'Bob Agent is viewing this conversation' })).toBeVisible()
  await desk.writeInComposer(bob.page, 'Reply', 'I am on it')
  await expect(header.getByRole('img', { name: 'Bob Agent is writing a reply' })).toBeVisible()
  await expect(desk.conversationRow(ann.page, subject)).toContainText('Bob is replying')
  await expect(header.getByRole('img', { name: 'Bob Agent is viewing this conversation' })).toBeVisible()
  await desk.writeInComposer(bob.page, 'Reply', '')
  await bob.page.getByRole('link', { name: 'Inboxes' }).click()
  await expect(header.getByRole('img')).toHaveCount(0)
  await bob.page.goBack()
})

test('changes of priority, tags and status appear in the other browser', async () => {
  await desk.chooseProperty(ann.page, 'Priority', 'High')
  await expect(desk.propertyButton(bob.page, 'Priority')).toContainText('High')
  await desk.chooseProperty(ann.page, 'Tags', 'together')
  await expect(desk.propertyButton(bob.page, 'Tags')).toContainText('together')
  await expect(desk.conversationRow(bob.page, subject)).toContainText('together')
  await desk.chooseProperty(ann.page, 'Status', 'Resolved')
  await expect(desk.propertyButton(bob.page, 'Status')).toContainText('Resolved')
  await expect(desk.conversationRow(bob.page, subject)).toHaveCount(0)
  await ann.page.getByRole('button', { name: 'Reopen' }).click()
  await expect(desk.propertyButton(bob.page, 'Status')).toContainText('Open')
  await expect(desk.conversationRow(bob.page, subject)).toHaveCount(1)
  await desk
    .messages(bob.page)
    .getByRole('button', { name: /^Show \d+ more/ })
    .click()
  await expect(desk.messages(bob.page)).toContainText('Ann Agent set the priority to High')
})

test('notes and replies appear in the other browser', async ({ workspace }) => {
  await desk.writeInComposer(bob.page, 'Private note', 'I have called them')
  await desk.composer(bob.page).getByRole('button', { name: 'Add note' }).click()
  await expect(desk.message(ann.page, 'I have called them')).toBeVisible()
  await desk.writeInComposer(ann.page, 'Reply', 'Good news for you both')
  await desk.composer(ann.page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.message(bob.page, 'Good news for you both')).toBeVisible()
  await workspace.sink.waitForMail(({ to }) => to.includes('two@customer.test'))
  await expect(
    desk.message(bob.page, 'Good news for you both').getByRole('img', { name: 'Sent' }),
  ).toBeVisible()
})

test('whoever sends while a colleague sends is asked once, and both replies arrive', async ({
  browser,
  workspace,
}) => {
  const { parley, sink } = workspace
  const question = 'Who answers me?'
  await workspace.mail({ from: 'Tess <tess@customer.test>', subject: 'Two answers', text: question })
  const first = await desk.openSignedInPage(
    browser,
    parley.url,
    await workspace.agent('Cleo', { undo_seconds: 60 }),
  )
  const second = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Dirk'))
  for (const page of [first, second]) {
    await page.goto('/inboxes/all')
    await desk.openConversation(page, 'Two answers')
    await expect(desk.message(page, question)).toBeVisible()
  }
  const send = (page: Page) =>
    desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true }).press('Control+Enter')
  await desk.writeInComposer(first, 'Reply', 'I do')
  await desk.writeInComposer(second, 'Reply', 'No, I do')
  await send(first)
  // The customer isn't verified in this test.
  await desk.composer(first).getByRole('button', { name: 'Send anyway' }).click()
  await expect(desk.toasts(first)).toHaveCount(1)
  await send(second)
  await send(second)
  await expect(desk.composer(second)).toContainText('Cleo is sending a reply right now.')
  await expect(desk.composer(second).getByRole('textbox', { name: 'Reply', exact: true })).toHaveText(
    'No, I do',
  )

  // Once it can be read, it is.
  await desk.toasts(first).getByRole('button', { name: 'Send now' }).click()
  await expect(desk.composer(second)).toContainText(/Cleo replied .* ago: “I do”/)
  await send(second)
  await sink.waitForMail(({ raw }) => String(raw).includes('No, I do'))
  await expect(desk.message(first, 'No, I do')).toBeVisible()
  await expect(desk.messages(first).getByRole('article')).toHaveCount(3)
  for (const page of [first, second]) await page.context().close()
})

test('a message is unread only for the agent who is elsewhere', async ({ workspace }) => {
  await bob.page.getByRole('link', { name: 'Inboxes' }).click()
  await expect(desk.messages(bob.page)).toHaveCount(0)
  const ours = await workspace.sink.waitForMail(({ to }) => to.includes('two@customer.test'))
  await workspace.mail({
    from: 'Two <two@customer.test>',
    subject: `Re: ${subject}`,
    references: messageIdOf(ours.raw),
    text: 'One more thing',
  })
  await expect(desk.message(ann.page, 'One more thing')).toBeVisible()
  await expect(desk.conversationRow(bob.page, subject)).toContainText('1 unread message')
  await expect(desk.conversationRow(ann.page, subject)).not.toContainText('unread')
  await desk.openConversation(bob.page, subject)
  await expect(desk.conversationRow(bob.page, subject)).not.toContainText('unread')
})

test('losing access removes the conversation', async () => {
  await desk.chooseProperty(ann.page, 'Assignee', /^Ann Agent/)
  await expect(desk.conversationRow(bob.page, subject)).toHaveCount(0)
  await expect(bob.page.getByText('Conversation not found')).toBeVisible()
  await expect(desk.message(bob.page, 'I have called them')).toHaveCount(0)
})

test('both catch up on what they missed while the server was down', async ({ workspace }) => {
  await workspace.parley.kill()
  await expect(ann.page.getByText('Connection lost')).toBeVisible()
  await workspace.parley.start()
  await workspace.mail({
    from: 'Three <three@customer.test>',
    subject: 'Sent before the desk was back',
    text: 'Hello?',
  })
  await expect(desk.conversationRow(ann.page, 'Sent before the desk was back')).toBeVisible()
  await expect(ann.page.getByText('Connection lost')).toHaveCount(0)
})
