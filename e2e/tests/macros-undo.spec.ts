import { getConversation } from '@parley/contract/conversations/conversations'
import { maxUndoSeconds } from '@parley/contract/messages/held-sends'
import {
  type AgentPage,
  chips,
  createMacros,
  editorOf,
  menu,
  openAgentPage,
  openConversation,
} from '../fixtures/macros.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// What happens to a macro in the time in which its message can be undone, and afterwards.

let milo: AgentPage

test.use({ workspace_of: 'macros-undo' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  milo = await openAgentPage(browser, workspace, 'Milo')
  await createMacros(workspace, milo.person)
})
test.afterAll(() => milo?.page.context().close())

/** For tests that wait for its end: long enough to be noticed on a busy machine. */
const undo_seconds = 10
const afterwards = { timeout: undo_seconds * 1000 + 30_000 }

test('a macro waits during the undo window, also through a reload, and returns on undo', async ({
  browser,
  workspace,
}) => {
  // No test waits for its end, and a busy machine must not exceed it.
  const person = await workspace.agent('Cleo', { undo_seconds: maxUndoSeconds })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, person)
  const cleo = { page, person }
  const uuid = await workspace.conversation({ subject: 'Think twice', text: 'Well?', name: 'Tina' })
  const priority = async () => (await workspace.api.call(getConversation, { params: { uuid } })).priority
  await openConversation(cleo, uuid, 'Well?')
  const send = async () => {
    await page.keyboard.press('Control+Enter')
    await expect(chips(page)).toHaveCount(0)
    await expect(desk.toasts(page).getByRole('button', { name: /^Undo/ })).toBeVisible()
  }
  await page.keyboard.press('r')
  await page.keyboard.type('/refund')
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(4)
  await send()
  expect(await priority()).toBeNull()
  await desk.toasts(page).getByRole('button', { name: /^Undo/ }).click()
  await expect(chips(page)).toHaveCount(4)
  await expect(editorOf(page)).toContainText('Dear Tina')
  expect(await priority()).toBeNull()

  await editorOf(page).focus()
  await send()
  await page.reload()
  await expect(desk.toasts(page).getByRole('button', { name: /^Undo/ })).toBeVisible()
  expect(await priority()).toBeNull()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
  await expect(desk.propertyButton(page, 'Assignee')).toContainText('Milo')
  await page.context().close()
})

test('closing the browser immediately loses nothing: others see the reply and the actions', async ({
  browser,
  workspace,
}) => {
  const person = await workspace.agent('Clara', { undo_seconds })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, person)
  const uuid = await workspace.conversation({ subject: 'Gone home', text: 'Soon?', name: 'Theo' })
  await openConversation({ page, person }, uuid, 'Soon?')
  await openConversation(milo, uuid, 'Soon?')
  await page.keyboard.press('r')
  await page.keyboard.type('/refund')
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(4)
  await page.keyboard.press('Control+Enter')
  await expect(desk.toasts(page).getByRole('button', { name: /^Undo/ })).toBeVisible()
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("macro"))')).toEqual([])
  await page.context().close()

  await expect(desk.message(milo.page, 'your refund is on its way')).toBeVisible(afterwards)
  await expect(desk.propertyButton(milo.page, 'Priority')).toContainText('High')
  await expect(desk.propertyButton(milo.page, 'Tags')).toContainText('refund')
  await expect(desk.propertyButton(milo.page, 'Status')).toContainText('Resolved')
  await expect(desk.propertyButton(milo.page, 'Assignee')).toContainText('Milo')
})

test('a failure after the undo window is shown to its author elsewhere, and in the timeline', async ({
  browser,
  workspace,
}) => {
  const person = await workspace.agent('Cleve', { undo_seconds })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, person)
  const uuid = await workspace.conversation({ subject: 'Pass it later', text: 'Who?', name: 'Tess' })
  await openConversation({ page, person }, uuid, 'Who?')
  await openConversation(milo, uuid, 'Who?')
  await page.keyboard.press('r')
  await page.keyboard.type('/pass')
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(2)
  await page.keyboard.press('Control+Enter')
  await expect(desk.toasts(page).getByRole('button', { name: /^Undo/ })).toBeVisible()
  await page.getByRole('link', { name: 'Inboxes' }).click()
  await expect(page.getByText('“Pass on” was only partly applied')).toBeVisible(afterwards)
  await expect(
    page.getByText('Assign to Gone Agent: Gone Agent is disabled and can’t be assigned'),
  ).toBeVisible()
  await expect(desk.message(milo.page, 'A colleague takes over.')).toBeVisible()
  await expect(
    desk.messages(milo.page).getByText('but this action of “Pass on” failed: Assign to Gone Agent.'),
  ).toBeVisible()
  await expect(desk.propertyButton(milo.page, 'Priority')).toContainText('High')
  await page.context().close()
})
