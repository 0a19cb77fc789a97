import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { getConversation } from '@parley/contract/conversations/conversations'
import type { Page } from '@playwright/test'
import { messageIdOf } from '../fixtures/email/message-id.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const subjects = ['Flow one', 'Flow two', 'Flow three', 'Flow four', 'Flow five']
const heading = (page: Page, subject: string) => page.getByRole('heading', { name: subject, exact: true })

test('an agent triages a list by keyboard, undoes each kind of action, and a colleague’s change is kept', async ({
  browser,
  workspace,
  parley,
}) => {
  const flo = await workspace.agent('Flo', { after_action: 'next', open_on_move: true })
  const finja = await workspace.agent('Finja')
  for (const subject of subjects.toReversed())
    await workspace.conversation({ subject, text: 'Where is it?', name: `${subject} sender` })
  const page = await desk.openSignedInPage(browser, parley.url, flo)
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'Flow one')).toBeVisible()
  const toast = (text: string | RegExp) => page.getByText(text).last()

  // Moving opens.
  await page.keyboard.press('j')
  await expect(heading(page, 'Flow one')).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page, 'Flow two')).toBeVisible()
  await page.keyboard.press('k')
  await expect(heading(page, 'Flow one')).toBeVisible()

  // Resolving goes on; z comes back.
  await page.keyboard.press('e')
  await expect(heading(page, 'Flow two')).toBeVisible()
  await expect(toast('Resolved')).toBeVisible()
  await expect(desk.conversationRow(page, 'Flow one')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(heading(page, 'Flow one')).toBeVisible()
  await expect(toast('Undone: Resolved')).toBeVisible()
  await expect(desk.conversationRow(page, 'Flow one').getByRole('link')).toBeFocused()

  // Every kind, undone after a reload too.
  await page.keyboard.press('i')
  await expect(toast('Assigned to you')).toBeVisible()
  await desk.chooseProperty(page, 'Priority', 'High')
  await expect(toast('Priority set to High')).toBeVisible()
  // A key pressed before the code of undo has arrived waits for it.
  const arrived = Promise.withResolvers<void>()
  await page.route(/undo-layer/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.reload()
  await expect(heading(page, 'Flow one')).toBeVisible()
  await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
  await page.keyboard.press('z')
  arrived.resolve()
  await expect(toast('Undone: Priority set to High')).toBeVisible()
  await expect(desk.propertyButton(page, 'Priority')).not.toContainText('High')

  // A colleague's change is kept, and named.
  const other = await desk.openSignedInPage(browser, parley.url, finja)
  await other.goto('/inboxes/all')
  await desk.openConversation(other, 'Flow one')
  await desk.chooseProperty(other, 'Assignee', /^Finja/)
  await expect(desk.propertyButton(page, 'Assignee')).toContainText('Finja')
  await page.keyboard.press('z')
  await expect(toast(/Finja Agent changed the assignee since/)).toBeVisible()
  await other.context().close()

  // Several at once: the cursor continues below them.
  await page.keyboard.press('u')
  await desk.conversationRow(page, 'Flow two').getByRole('checkbox').click()
  await desk.conversationRow(page, 'Flow three').getByRole('checkbox').click()
  await page.keyboard.press('e')
  await expect(toast('2 conversations resolved')).toBeVisible()
  await expect(desk.conversationRow(page, 'Flow four').getByRole('link')).toBeFocused()
  await page.keyboard.press('z')
  await expect(toast('Undone: 2 conversations resolved')).toBeVisible()
  await expect(desk.conversationRow(page, 'Flow two')).toBeVisible()
  await page.context().close()
})

test('ten conversations are finished in a row by keyboard, and z brings the last ones back', async ({
  browser,
  workspace,
}) => {
  const fritz = await workspace.agent('Fritz', { after_action: 'next', open_on_move: true })
  const row = Array.from({ length: 10 }, (_, n) => `Row ${n + 1}`)
  for (const subject of row.toReversed()) {
    const uuid = await workspace.conversation({
      subject,
      text: `About ${subject}`,
      name: `${subject} sender`,
    })
    await workspace.api.call(assignUser, { params: { uuid }, body: { assignee_id: fritz.id } })
  }
  const page = await desk.openSignedInPage(browser, workspace.parley.url, fritz)
  await page.goto('/inboxes/assigned')
  await expect(desk.conversationRow(page, /Row \d/)).toHaveCount(10)
  await page.keyboard.press('j')
  for (const subject of row) {
    await expect(heading(page, subject)).toBeVisible()
    await expect(desk.message(page, `About ${subject}`)).toBeVisible()
    await page.keyboard.press('e')
  }
  await expect(desk.conversationRow(page, /Row \d/)).toHaveCount(0)
  for (const subject of ['Row 10', 'Row 9', 'Row 8']) {
    await page.keyboard.press('z')
    await expect(heading(page, subject)).toBeVisible()
  }
  await expect(desk.conversationRow(page, /Row \d/)).toHaveCount(3)
  await page.context().close()
})

test('a conversation opens at its first unread message', async ({ browser, workspace }) => {
  const page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Fenja'))
  const from = 'Ulla <ulla@customer.test>'
  const subject = 'Many answers'
  const lines = (text: string) => `${text}\n\n${'One more line\n\n'.repeat(20)}`
  const first = messageIdOf(await workspace.mail({ from, subject, text: lines('The question') }))
  await page.goto('/inboxes/all')
  await desk.openConversation(page, subject)
  // Read, and not merely shown as read.
  const unread = async () => {
    const answer = await page.context().request.get(getConversation.path.replace(':uuid', uuid))
    return (await answer.json()).data.unread_message_count
  }
  const uuid = page.url().split('/').at(-1) ?? ''
  await expect.poll(unread).toBe(0)
  await page.goto('/inboxes/all')
  for (const n of [1, 2, 3, 4])
    await workspace.mail({
      from,
      subject: `Re: ${subject}`,
      text: lines(`Answer ${n}`),
      headers: { 'In-Reply-To': first },
    })
  await expect(desk.conversationRow(page, subject)).toContainText('4 unread messages')
  await desk.openConversation(page, subject)
  await expect(desk.message(page, 'Answer 1').getByText('Answer 1')).toBeInViewport()
  await expect(desk.message(page, 'Answer 4').getByText('Answer 4')).not.toBeInViewport()
  await expect(desk.message(page, 'The question').getByText('The question')).not.toBeInViewport()
  // Those below the screen follow, and it stays where it is.
  await expect(desk.message(page, /Answer \d/)).toHaveCount(4)
  await expect(desk.message(page, 'Answer 1').getByText('Answer 1')).toBeInViewport()
  await page.getByRole('button', { name: /^Jump to newest message|new messages?$/ }).click()
  await expect(desk.message(page, 'Answer 4')).toBeInViewport()
  await expect(desk.message(page, 'Answer 1').getByText('Answer 1')).not.toBeInViewport()
  await page.context().close()
})

/** One key after the other, in tasks between which the browser paints nothing, as on a slow computer. */
const pressWithoutFrame = (page: Page, keys: string[]) =>
  page.evaluate(`(async () => {
    const nextTask = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
    for (const key of ${JSON.stringify(keys)}) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await nextTask()
    }
  })()`)

test('keys pressed right after moving act on the conversation that was just opened', async ({
  browser,
  workspace,
}) => {
  const fern = await workspace.agent('Fern', { open_on_move: true })
  for (const subject of ['Quick three', 'Quick two', 'Quick one'])
    await workspace.conversation({ subject, text: 'Hello?', name: `${subject} sender` })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, fern)
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'Quick one')).toBeVisible()
  // Until it has been open once, its messages are waited for.
  for (const subject of ['Quick one', 'Quick two', 'Quick three']) {
    await page.keyboard.press('j')
    await expect(heading(page, subject)).toBeVisible()
    await expect(desk.message(page, 'Hello?')).toBeVisible()
    await expect(desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true })).toBeVisible()
  }
  await pressWithoutFrame(page, ['k', 'r'])
  await expect(heading(page, 'Quick two')).toBeVisible()
  await expect(desk.composer(page).getByRole('textbox', { name: 'Reply', exact: true })).toBeFocused()
  await page.keyboard.type('For two')
  await expect(desk.conversationRow(page, 'Quick two')).toContainText('For two')
  await expect(desk.conversationRow(page, 'Quick three')).not.toContainText('For two')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await expect(heading(page, 'Quick one')).toBeVisible()
  await pressWithoutFrame(page, ['j', 'e'])
  await expect(desk.conversationRow(page, 'Quick two')).toHaveCount(0)
  await expect(desk.conversationRow(page, /Quick (one|three)/)).toHaveCount(2)
  await page.context().close()
})
