import type { Page } from '@playwright/test'
import { createLamps, type Lamps, openLamps } from '../fixtures/lamps.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Uses its own workspace, because its agent has the name of the one in desk.spec.ts.
test.use({ workspace_of: 'conversation-list' })

const count = 62
let lamps: Lamps
let page: Page

test.beforeAll(async ({ workspace }) => {
  lamps = await createLamps(
    workspace,
    Array.from({ length: count }, (_, n) => n + 1),
  )
})
test.beforeEach(async ({ browser, parley }) => {
  page = await desk.openSignedInPage(browser, parley.url, lamps.dora)
})
test.afterEach(() => page.context().close())

const chooseOption = async (menu: 'Status' | 'Sort', option: string) => {
  await page
    .getByRole('button', { name: new RegExp(`^${menu}: `) })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: option }).click()
}
const firstRow = () =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .first()

test('sorting the list is kept in the URL', async () => {
  await openLamps(page, lamps)
  await expect(firstRow()).toContainText('Lamp number 62')
  await chooseOption('Sort', 'Started first')
  await expect(firstRow()).toContainText('Lamp number 1')
  await page.reload()
  await expect(firstRow()).toContainText('Lamp number 1')
  for (const sort of [
    'Oldest activity',
    'Started last',
    'Waiting longest',
    'Next SLA target',
    'Priority first',
  ]) {
    await chooseOption('Sort', sort)
    await expect(firstRow()).toContainText('Lamp number')
  }
})

test('filtering the list by status shows the total, or an empty state', async () => {
  await openLamps(page, lamps)
  await expect(page.getByTitle(`${count} conversations`)).toBeVisible()
  await chooseOption('Status', 'Closed')
  await expect(page.getByText('No conversations found')).toBeVisible()
  await expect(page.getByText('Try adjusting filters.')).toBeVisible()
  await chooseOption('Status', 'All statuses')
  await expect(firstRow()).toContainText('Lamp number')
})

test('scrolling loads the rest of a long list', async () => {
  await openLamps(page, lamps)
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(page.getByText('All conversations loaded')).toBeVisible()
  await expect(desk.conversationRow(page, /Customer 1(?!\d)/)).toBeVisible()
})

test('j and k move through the list, Enter opens, u goes back', async () => {
  await openLamps(page, lamps)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /^Lamp number/ })).toBeVisible()
  await expect(page).toHaveURL(/\/conversation\//)
  await page.keyboard.press('u')
  await expect(page).not.toHaveURL(/\/conversation\//)
  await expect(page.getByText('No conversation open')).toBeVisible()
})

test('switching lists keeps the conversation open', async () => {
  await openLamps(page, lamps)
  await desk.openConversation(page, 'Lamp number 60')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/\/inboxes\/all\/conversation\//)
  await expect(page).toHaveTitle('All - Parley')
  await expect(page.getByRole('heading', { level: 2, name: 'Lamp number 60' })).toBeVisible()
})

test('each list remembers its own status and sort order', async () => {
  await openLamps(page, lamps)
  await chooseOption('Status', 'All statuses')
  await chooseOption('Sort', 'Started first')
  await expect(firstRow()).toContainText('Lamp number 1')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Status: Open' })).toBeVisible()
  await page.getByRole('link', { name: 'Lamps' }).click()
  await expect(page.getByRole('button', { name: 'Status: All statuses' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort: Started first' })).toBeVisible()
  await page.goto(`/inboxes/teams/${lamps.team_id}?status=Closed`)
  await expect(page.getByRole('button', { name: 'Status: Closed' }), 'an address wins').toBeVisible()
})

test('a row with a draft shows its text, and not the last message beside the word Draft', async () => {
  await openLamps(page, lamps)
  await desk.openConversation(page, 'Lamp number 58')
  await desk.writeInComposer(page, 'Reply', 'Unfinished thoughts')
  await expect(desk.composer(page).getByText('Draft saved')).toBeVisible()
  const row = page.locator('[data-row]').filter({ hasText: 'Lamp number 58' })
  await expect(row).toContainText('DraftUnfinished thoughts')
})

test('opening a conversation by link scrolls its row into view', async () => {
  await openLamps(page, lamps)
  const uuid = await page.locator('[data-row]').nth(8).getAttribute('data-row')
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto(`/inboxes/teams/${lamps.team_id}/conversation/${uuid}`)
  await expect(page.locator(`[data-row="${uuid}"]`)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
})
