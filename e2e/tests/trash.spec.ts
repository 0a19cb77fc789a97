import { changeConversations } from '@parley/contract/conversations/bulk-actions'
import { listAll } from '@parley/contract/conversations/conversation-lists'
import { getSpamFilterLessons } from '@parley/contract/conversations/spam-filter'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

// What it teaches the spam filter must not matter to others.
test.use({ workspace_of: 'trash' })

const offer = 'Dear winner, claim your exclusive casino jackpot bonus immediately'
const question = 'Hello, the printer shows an error after yesterday’s update'

/** Five conversations of each kind are what the filter needs to suggest anything. */
async function teachSpamFilter({ api, mail }: Workspace) {
  for (let n = 1; n <= 5; n++) {
    await mail({ from: `a${n}@casino${n}.test`, subject: `Lesson jackpot ${n}`, text: offer })
    await mail({ from: `b${n}@shop${n}.test`, subject: `Lesson printer ${n}`, text: question })
  }
  const find = async () => {
    const { results } = await api.call(listAll, { query: { page_size: 100 } })
    return (word: string) =>
      results.filter(({ subject }) => subject?.startsWith(`Lesson ${word}`)).map(({ uuid }) => uuid)
  }
  await expect.poll(async () => (await find())('').length).toBe(10)
  const uuidsOf = await find()
  for (const [word, type] of [
    ['jackpot', 'mark_spam'],
    ['printer', 'mark_not_spam'],
  ] as const)
    await api.call(changeConversations, { body: { uuids: uuidsOf(word), action: { type } } })
  await expect.poll(() => api.call(getSpamFilterLessons)).toMatchObject({ spam: 5, not_spam: 5 })
}

test('conversations go to the trash and to spam and come back, by keyboard and in bulk; a colleague’s list follows', async ({
  browser,
  workspace,
}) => {
  const tilda = await workspace.agent('Tilda', { roles: ['Admin'] })
  const tom = await workspace.agent('Tom')
  for (const subject of ['Trash two', 'Trash one'])
    await workspace.conversation({ subject, text: 'Where is it?', name: `${subject} sender` })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, tilda)
  const other = await desk.openSignedInPage(browser, workspace.parley.url, tom)
  for (const one of [page, other]) {
    await one.goto('/inboxes/all')
    for (const subject of ['Trash one', 'Trash two'])
      await expect(desk.conversationRow(one, subject)).toBeVisible()
  }
  const isListed = async (subject: string, count: 0 | 1) => {
    for (const one of [page, other]) await expect(desk.conversationRow(one, subject)).toHaveCount(count)
  }
  const toast = (text: string) => page.getByText(text, { exact: true }).last()

  // The trash, with z and with a button.
  await desk.openConversation(page, 'Trash one')
  await page.keyboard.press('#')
  await expect(toast('Moved to the trash')).toBeVisible()
  await isListed('Trash one', 0)
  await page.keyboard.press('z')
  await isListed('Trash one', 1)
  await page.keyboard.press('#')
  await isListed('Trash one', 0)
  await openHiddenList(page, 'Trash')
  await expect(desk.conversationRow(page, 'Trash one')).toContainText('30 days left')
  await desk.openConversation(page, 'Trash one')
  await expect(page.getByText('It is deleted permanently in 30 days.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(desk.conversationRow(other, 'Trash one')).toHaveCount(1)
  await expect(desk.conversationRow(page, 'Trash one')).toHaveCount(0)

  // Spam, for two at once, and back.
  await desk.navigate(page, '/inboxes/all')
  for (const subject of ['Trash one', 'Trash two'])
    await desk.conversationRow(page, subject).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  await expect(bar).toContainText('2 selected')
  await expect(bar.getByRole('button', { name: /^Merge/ })).toBeVisible()
  await bar.getByRole('button', { name: /^Move to spam/ }).click()
  await expect(toast('2 conversations moved to spam')).toBeVisible()
  for (const subject of ['Trash one', 'Trash two']) await isListed(subject, 0)
  await openHiddenList(page, 'Spam')
  for (const subject of ['Trash one', 'Trash two']) {
    await expect(desk.conversationRow(page, subject)).toContainText('30 days left')
    await desk.conversationRow(page, subject).getByRole('checkbox').click()
  }
  await page.keyboard.press('!')
  for (const subject of ['Trash one', 'Trash two']) {
    await expect(desk.conversationRow(page, subject)).toHaveCount(0)
    await expect(desk.conversationRow(other, subject)).toHaveCount(1)
  }

  // Without the permission, none of it exists.
  await desk.openConversation(other, 'Trash two')
  await other.keyboard.press('#')
  await other.keyboard.press('!')
  await other.keyboard.press('Control+k')
  const palette = other.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill('trash')
  await expect(palette.getByRole('option', { name: /^Move to trash/ })).toHaveCount(0)
  await other.keyboard.press('Escape')
  await expect(desk.conversationRow(other, 'Trash two')).toHaveCount(1)
  for (const one of [page, other]) await one.context().close()
})

test('the spam filter suggests with its reasons, and learns from either answer', async ({
  browser,
  workspace,
}) => {
  await teachSpamFilter(workspace)
  await workspace.mail({ from: 'Eve <eve@lucky.test>', subject: 'Suspect one', text: offer })
  await workspace.mail({ from: 'Ina <ina@fair.test>', subject: 'Suspect two', text: offer })
  const sol = await workspace.agent('Sol', { roles: ['Admin'] })
  const sam = await workspace.agent('Sam')
  const page = await desk.openSignedInPage(browser, workspace.parley.url, sol)
  const other = await desk.openSignedInPage(browser, workspace.parley.url, sam)
  for (const one of [page, other]) {
    await one.goto('/inboxes/all')
    await desk.openConversation(one, 'Suspect two')
    await expect(desk.message(one, 'casino')).toBeVisible()
  }
  const suggestion = page.getByRole('region', { name: 'Possible spam' })
  await expect(suggestion).toContainText(/This may be spam \(9\d(\.\d)?%\): words .*casino/)
  expect(await findViolations(page)).toEqual([])
  await expect(other.getByRole('region', { name: 'Possible spam' })).toHaveCount(0)

  await suggestion.getByRole('button', { name: 'Not spam' }).click()
  await expect(suggestion).toHaveCount(0)
  await expect(page.getByText('Sol Agent marked this as not spam')).toBeVisible()
  await page.keyboard.press('z')
  await expect(suggestion).toBeVisible()
  await suggestion.getByRole('button', { name: 'Not spam' }).click()
  await expect(suggestion).toHaveCount(0)

  await desk.openConversation(page, 'Suspect one')
  await suggestion.getByRole('button', { name: 'Spam', exact: true }).click()
  for (const one of [page, other]) await expect(desk.conversationRow(one, 'Suspect one')).toHaveCount(0)

  // The filter learns after the change, and the page doesn't follow it.
  await expect.poll(() => workspace.api.call(getSpamFilterLessons)).toMatchObject({ spam: 6, not_spam: 6 })
  await page.goto('/admin/general')
  await expect(page.getByText('It knows 6 conversations that are spam and 6 that are not.')).toBeVisible()
  await desk.selectOption(page, page.getByRole('combobox', { name: 'New conversations' }), 'Only suggest')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('General settings saved.')).toBeVisible()
  for (const one of [page, other]) await one.context().close()
})

/** Trash and Spam are among the lists that are folded away. */
async function openHiddenList(page: Page, name: 'Trash' | 'Spam') {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'More lists' }).click()
  await desk.openList(page, name)
}
