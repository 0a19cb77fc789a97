import { listAll } from '@parley/contract/conversations/conversation-lists'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// On a slow connection, what is typed for a dialog must not run shortcuts before its code has loaded.

let slava: Person
let page: Page
test.beforeAll(async ({ workspace }) => {
  slava = await workspace.agent('Slava')
})
test.beforeEach(async ({ browser, workspace }, { title: subject }) => {
  await workspace.conversation({ subject, text: 'How long does it take?', name: 'Sloan' })
  page = await desk.openSignedInPage(browser, workspace.parley.url, slava)
  await page.goto('/inboxes/all')
  await desk.openConversation(page, subject)
})
test.afterEach(() => page.context().close())

/** Delays a chunk until the returned function is called. */
async function holdBack(chunk: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${chunk}-[^/]*\\.js`), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function runCommand(name: string) {
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(name)
  await expect(palette.getByRole('option', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

test('a time typed before the dialog for snoozing has loaded is the time it uses', async () => {
  const release = await holdBack('time-form')
  await runCommand('Pick date and time')
  await page.keyboard.type('tomorrow 9:15')
  await page.keyboard.press('Enter')
  release()
  await expect(desk.propertyButton(page, 'Status')).toContainText('Snoozed')
  await expect(page.getByText(/Snoozed until .*09:15/).first()).toBeVisible()
})

test('a name typed before the dialog for a new view has loaded is in its field', async ({ workspace }) => {
  const open = () => workspace.api.call(listAll, { query: {} }).then(({ total }) => total)
  const before = await open()
  const release = await holdBack('view-dialog')
  await runCommand('New view')
  await page.keyboard.type('here!')
  release()
  await expect(page.getByRole('dialog', { name: 'New view' }).getByLabel('Name')).toHaveValue('here!')
  expect(await open()).toBe(before)
})
