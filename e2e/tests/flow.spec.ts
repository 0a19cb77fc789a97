import type { Page } from '@playwright/test'
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
  await page.reload()
  await expect(heading(page, 'Flow one')).toBeVisible()
  await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
  await expect(async () => {
    await page.keyboard.press('z')
    await expect(toast('Undone: Priority set to High')).toBeVisible({ timeout: 1000 })
  }).toPass()
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
