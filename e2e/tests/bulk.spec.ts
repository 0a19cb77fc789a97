import { listAll } from '@parley/contract/conversations/conversation-lists'
import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { getConversation } from '@parley/contract/conversations/conversations'
import { createRole } from '@parley/contract/roles/roles'
import { createTag } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

let gail: Person
let page: Page
let otherPage: Page
const uuids: string[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  await workspace.api.call(createTag, { body: { name: 'batch' } })
  await workspace.api.call(createRole, {
    body: {
      name: 'Closes but takes nothing',
      permissions: [
        'conversations:read',
        'conversations:read_all',
        'conversations:update_status',
        'messages:read',
      ],
    },
  })
  gail = await workspace.agent('Gail')
  for (let n = 1; n <= 5; n++)
    uuids.push(
      await workspace.conversation({ subject: `Parcel ${n}`, text: 'Where is it?', name: `Parcel ${n}` }),
    )
  const owen = await workspace.agent('Owen')
  page = await desk.openSignedInPage(browser, workspace.parley.url, gail)
  otherPage = await desk.openSignedInPage(browser, workspace.parley.url, owen)
  for (const opened of [page, otherPage]) {
    await opened.goto('/inboxes/all?sort=started_first')
    await expect(desk.conversationRow(opened, 'Parcel 5')).toBeVisible()
  }
})
test.afterAll(async () => {
  for (const opened of [page, otherPage]) await opened?.context().close()
})

const bar = (on = page) => on.getByRole('region', { name: 'Selected conversations' })
const palette = () => page.getByRole('dialog', { name: 'Commands' })
const row = (n: number, on = page) => desk.conversationRow(on, `Parcel ${n}`)
const box = (n: number, on = page) => row(n, on).getByRole('checkbox')
/** Moves the cursor to a row by keyboard. */
const cursorOn = (n: number) => row(n).getByRole('link').focus()
const chosen = (on = page) => on.getByRole('checkbox', { checked: true })

test('x, Shift+J and Shift with arrow keys select, and Escape clears the selection', async () => {
  await cursorOn(1)
  await page.keyboard.press('x')
  await expect(bar()).toContainText('1 selected')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar()).toContainText('3 selected')
  await page.keyboard.press('Shift+K')
  await expect(bar()).toContainText('2 selected')
  await expect(box(1)).toBeChecked()
  await expect(box(2)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(bar()).toHaveCount(0)
  await page.keyboard.press('Control+a')
  await expect(bar()).toContainText(/\d+ selected/)
  await expect(chosen()).toHaveCount(await page.getByRole('checkbox').count())
  await page.keyboard.press('Escape')
})

test('Shift-click selects a range', async () => {
  await row(2).hover()
  await box(2).click()
  await row(5)
    .getByRole('link')
    .click({ modifiers: ['Shift'] })
  await expect(bar()).toContainText('4 selected')
  await expect(page).toHaveURL(/\/inboxes\/all\?/)
  await page.keyboard.press('Escape')
})

test('one request tags, assigns and sets the priority of all, and another browser sees it', async () => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname)
  })
  await cursorOn(1)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('l')
  await expect(palette()).toBeVisible()
  await page.keyboard.type('batch')
  await page.keyboard.press('Enter')
  for (const n of [1, 2, 3]) await expect(row(n, otherPage)).toContainText('batch')
  await expect(row(4, otherPage)).not.toContainText('batch')
  await expect(bar(), 'the choice outlives the change').toContainText('3 selected')
  await page.keyboard.press('i')
  for (const n of [1, 2, 3]) await expect(row(n, otherPage)).toContainText('GA')
  await bar().getByRole('button', { name: 'Set priority' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await desk.openConversation(otherPage, 'Parcel 3')
  await expect(desk.propertyButton(otherPage, 'Priority')).toContainText('High')
  expect(requests).toEqual(Array(3).fill('/api/v1/conversations/bulk'))
})

test('resolved conversations leave the list in both browsers, and the others stay selected', async () => {
  await cursorOn(4)
  await page.keyboard.press('x')
  await expect(bar()).toContainText('4 selected')
  for (const n of [1, 2]) await row(n).getByRole('checkbox').click()
  await expect(bar()).toContainText('2 selected')
  await page.keyboard.press('e')
  for (const on of [page, otherPage]) for (const n of [3, 4]) await expect(row(n, on)).toHaveCount(0)
  await expect(bar()).toHaveCount(0)
})

test('refused conversations are named and unchanged, and the others are still changed', async ({
  browser,
  workspace,
}) => {
  const mara = await workspace.agent('Mara', { roles: ['Closes but takes nothing'] })
  const ownPage = await desk.openSignedInPage(browser, workspace.parley.url, mara)
  const [, second, , , fifth] = uuids
  await workspace.api.call(assignUser, { params: { uuid: second ?? '' }, body: { assignee_id: gail.id } })
  await ownPage.goto('/inboxes/all?sort=started_first')
  await row(2, ownPage).getByRole('link').focus()
  await ownPage.keyboard.press('x')
  await row(5, ownPage).getByRole('link').focus()
  await ownPage.keyboard.press('x')
  await expect(bar(ownPage)).toContainText('2 selected')
  await expect(
    bar(ownPage).getByRole('combobox', { name: 'Assign to agent' }),
    'what the role closes is not offered',
  ).toHaveCount(0)
  await ownPage.keyboard.press('e')
  await expect(
    ownPage.getByText(
      '1 of 2 conversations was not changed: “Parcel 5”. Assign this conversation to someone before resolving it',
    ),
  ).toBeVisible()
  await expect(row(2, ownPage)).toHaveCount(0)
  await expect(box(5, ownPage)).toBeChecked()
  const status = async (uuid = '') => (await workspace.api.call(getConversation, { params: { uuid } })).status
  expect([await status(second), await status(fifth)]).toEqual(['Resolved', 'Open'])
  await ownPage.context().close()
})

test('the selection survives new rows', async ({ workspace }) => {
  await cursorOn(5)
  await page.keyboard.press('x')
  await workspace.conversation({ subject: 'Parcel from elsewhere', text: 'Hello', name: 'Somebody Else' })
  await expect(desk.conversationRow(page, 'Parcel from elsewhere')).toBeVisible()
  await expect(box(5)).toBeChecked()
  await expect(bar()).toContainText('1 selected')
  await page.keyboard.press('h')
  await expect(palette()).toBeVisible()
  await page.keyboard.type('3 hours')
  await page.keyboard.press('Enter')
  await expect(row(5)).toHaveCount(0)
  const { results } = await workspace.api.call(listAll)
  expect(results.find(({ subject }) => subject === 'Parcel 5')).toMatchObject({ status: 'Snoozed' })
})

test('keys pressed before the bar has loaded are buffered and act on the selection', async ({
  browser,
  workspace,
}) => {
  for (const name of ['Early one', 'Early two'])
    await workspace.conversation({ subject: name, text: 'Where is it?', name })
  const ownPage = await desk.openSignedInPage(browser, workspace.parley.url, gail)
  // Lists without rows prefetch nothing.
  await ownPage.goto('/account/profile')
  await expect(ownPage.getByRole('heading', { level: 1 })).toBeVisible()
  await desk.waitUntilIdle(ownPage)
  const network = await ownPage.context().newCDPSession(ownPage)
  const latency = (ms: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ms,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await latency(1000)
  await desk.pressSequence(ownPage, 'g', 'a')
  await desk.conversationRow(ownPage, 'Early one').getByRole('link').focus()
  await ownPage.keyboard.press('x')
  await ownPage.keyboard.press('e')
  await ownPage.keyboard.press('j')
  await expect(bar(ownPage), 'it is still on its way').toHaveCount(0)
  await latency(0)
  await expect(desk.conversationRow(ownPage, 'Early one')).toHaveCount(0)
  await expect(desk.conversationRow(ownPage, 'Early two')).toBeVisible()
  const { results } = await workspace.api.call(listAll)
  expect(results.find(({ subject }) => subject === 'Early one')).toMatchObject({ status: 'Resolved' })
  await ownPage.context().close()
})
