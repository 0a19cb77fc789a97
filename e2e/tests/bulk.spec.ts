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
let other: Page
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
  other = await desk.openSignedInPage(browser, workspace.parley.url, owen)
  for (const one of [page, other]) {
    await one.goto('/inboxes/all?sort=started_first')
    await expect(desk.conversationRow(one, 'Parcel 5')).toBeVisible()
  }
})
test.afterAll(async () => {
  for (const one of [page, other]) await one?.context().close()
})

const bar = (on = page) => on.getByRole('region', { name: 'Selected conversations' })
const palette = () => page.getByRole('dialog', { name: 'Commands' })
const row = (n: number, on = page) => desk.conversationRow(on, `Parcel ${n}`)
const box = (n: number, on = page) => row(n, on).getByRole('checkbox')
/** Puts the cursor on a row as the keyboard finds it. */
const cursorOn = (n: number) => row(n).getByRole('link').focus()
const chosen = (on = page) => on.getByRole('checkbox', { checked: true })

test('x, Shift+J and Shift with the arrows choose, and Escape lets go', async () => {
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

test('a click with Shift chooses everything between', async () => {
  await row(2).hover()
  await box(2).click()
  await row(5)
    .getByRole('link')
    .click({ modifiers: ['Shift'] })
  await expect(bar()).toContainText('4 selected')
  await expect(page).toHaveURL(/\/inboxes\/all\?/)
  await page.keyboard.press('Escape')
})

test('one request tags, assigns and sets the priority of all, and the other browser sees it', async () => {
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
  for (const n of [1, 2, 3]) await expect(row(n, other)).toContainText('batch')
  await expect(row(4, other)).not.toContainText('batch')
  await expect(bar(), 'the choice outlives the change').toContainText('3 selected')
  await page.keyboard.press('i')
  for (const n of [1, 2, 3]) await expect(row(n, other)).toContainText('GA')
  await bar().getByRole('button', { name: 'Set priority' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await desk.openConversation(other, 'Parcel 3')
  await expect(desk.propertyButton(other, 'Priority')).toContainText('High')
  expect(requests).toEqual(Array(3).fill('/api/v1/conversations/bulk'))
})

test('what is resolved leaves the list here and there; the rest stays chosen', async () => {
  await cursorOn(4)
  await page.keyboard.press('x')
  await expect(bar()).toContainText('4 selected')
  for (const n of [1, 2]) await row(n).getByRole('checkbox').click()
  await expect(bar()).toContainText('2 selected')
  await page.keyboard.press('e')
  for (const on of [page, other]) for (const n of [3, 4]) await expect(row(n, on)).toHaveCount(0)
  await expect(bar()).toHaveCount(0)
})

test('those that are refused are named, stay as they were, and undo none of the others', async ({
  browser,
  workspace,
}) => {
  const mara = await workspace.agent('Mara', { roles: ['Closes but takes nothing'] })
  const own = await desk.openSignedInPage(browser, workspace.parley.url, mara)
  const [, second, , , fifth] = uuids
  await workspace.api.call(assignUser, { params: { uuid: second ?? '' }, body: { assignee_id: gail.id } })
  await own.goto('/inboxes/all?sort=started_first')
  await row(2, own).getByRole('link').focus()
  await own.keyboard.press('x')
  await row(5, own).getByRole('link').focus()
  await own.keyboard.press('x')
  await expect(bar(own)).toContainText('2 selected')
  await expect(
    bar(own).getByRole('combobox', { name: 'Assign to agent' }),
    'what the role closes is not offered',
  ).toHaveCount(0)
  await own.keyboard.press('e')
  await expect(
    own.getByText(
      '1 of 2 conversations was not changed: “Parcel 5”. Assign this conversation to somebody before resolving it',
    ),
  ).toBeVisible()
  await expect(row(2, own)).toHaveCount(0)
  await expect(box(5, own)).toBeChecked()
  const status = async (uuid = '') => (await workspace.api.call(getConversation, { params: { uuid } })).status
  expect([await status(second), await status(fifth)]).toEqual(['Resolved', 'Open'])
  await own.context().close()
})

test('a choice survives what comes to the list meanwhile', async ({ workspace }) => {
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

test('keys that are pressed before the bar has loaded wait for it, and act on what is chosen', async ({
  browser,
  workspace,
}) => {
  for (const name of ['Early one', 'Early two'])
    await workspace.conversation({ subject: name, text: 'Where is it?', name })
  const own = await desk.openSignedInPage(browser, workspace.parley.url, gail)
  // Where no list has rows nothing is fetched ahead for them.
  await own.goto('/account/profile')
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
  await own.waitForLoadState('networkidle')
  const network = await own.context().newCDPSession(own)
  const latency = (ms: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ms,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await latency(1000)
  await desk.pressSequence(own, 'g', 'a')
  await desk.conversationRow(own, 'Early one').getByRole('link').focus()
  await own.keyboard.press('x')
  await own.keyboard.press('e')
  await own.keyboard.press('j')
  await expect(bar(own), 'it is still on its way').toHaveCount(0)
  await latency(0)
  await expect(desk.conversationRow(own, 'Early one')).toHaveCount(0)
  await expect(desk.conversationRow(own, 'Early two')).toBeVisible()
  const { results } = await workspace.api.call(listAll)
  expect(results.find(({ subject }) => subject === 'Early one')).toMatchObject({ status: 'Resolved' })
  await own.context().close()
})
