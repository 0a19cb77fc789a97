import { listAll } from '@parley/contract/conversations/conversation-lists'
import { setPriority } from '@parley/contract/conversations/conversation-verbs'
import { createTag } from '@parley/contract/tags/tags'
import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

let vera: Person
let page: Page
const uuids: Record<string, string> = {}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api } = workspace
  await api.call(createTeam, { body: { name: 'Viewers', emoji: '🔭' } })
  await api.call(createTag, { body: { name: 'seen from afar' } })
  vera = await workspace.agent('Vera', { teams: ['Viewers'] })
  for (const name of ['Near', 'Far', 'Farther'])
    uuids[name] = await workspace.conversation({
      subject: `${name} star`,
      text: 'How far is it?',
      name: `Star ${name}`,
    })
  await api.call(setPriority, { params: { uuid: uuids.Far ?? '' }, body: { priority: 'High' } })
  page = await desk.openSignedInPage(browser, workspace.parley.url, vera)
})
test.afterAll(() => page?.context().close())

const stars = desk.conversationRow
/** Types to choose in the list that has just opened. */
async function chooseByTyping(text: string) {
  await desk.expectListFocused(page)
  // "is not" and "is set" begin with it, too.
  if (text === 'is') await page.keyboard.press('Home')
  else await desk.typeWithoutDelay(page, text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}
const dialog = () => page.getByRole('dialog', { name: /Filter conversations|New view|Edit view/ })
/** Fills in the condition whose field has the focus. */
async function condition(field: string, operator: string, value?: string) {
  const box = (name: string | RegExp) => dialog().getByRole('combobox', { name }).last()
  await page.keyboard.press('Enter')
  await chooseByTyping(field)
  await expect(box(/^Field/)).toHaveText(field)
  await expect(box(/^Field/)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(box('Operator')).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseByTyping(operator)
  await expect(box('Operator')).toHaveText(new RegExp(`^${operator}`))
  await expect(box('Operator')).toBeFocused()
  if (value === undefined) return
  await page.keyboard.press('Tab')
  if (field === 'Subject') return page.keyboard.type(value)
  await expect(box(/^Value/)).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseByTyping(value)
}

test('filters with alternatives are built by keyboard alone and kept in the URL', async () => {
  await page.goto('/inboxes/all')
  await expect(stars(page, 'Near star')).toBeVisible()
  await page.keyboard.press('f')
  await expect(dialog()).toBeVisible()
  await dialog()
    .getByRole('combobox', { name: /^Field/ })
    .focus()
  await condition('Subject', 'contains', 'star')
  await dialog().getByRole('button', { name: 'Add filter' }).press('Enter')
  await condition('Priority', 'is', 'High')
  await dialog().getByRole('button', { name: 'or', exact: true }).last().press('Enter')
  await condition('Subject', 'contains', 'near')
  // An incomplete row is ignored.
  await dialog().getByRole('button', { name: 'Add filter' }).press('Enter')
  await dialog().getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(stars(page, 'Near star')).toBeVisible()
  await expect(stars(page, 'Far star')).toBeVisible()
  await expect(stars(page, 'Farther star')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filter conversations: 3 conditions' })).toBeVisible()
  await page.reload()
  await expect(stars(page, 'Near star')).toBeVisible()
  await expect(stars(page, 'Farther star')).toHaveCount(0)
})

test('changing the field clears operator and value', async () => {
  await page.keyboard.press('f')
  const group = dialog().getByRole('group', { name: 'Group 1' })
  await group.getByRole('combobox', { name: /^Field/ }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await expect(group.getByRole('combobox', { name: 'Operator' })).toHaveText(/^Operator/)
  await expect(group.getByRole('textbox')).toHaveCount(0)
  await expect(group.getByRole('combobox', { name: /^Value/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('a view needs a name of 2 to 30 characters and complete filters', async () => {
  await page.getByRole('button', { name: 'New view' }).click()
  await expect(dialog().getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('Use 2 to 30 characters.')).toBeVisible()
  await expect(dialog().getByText('Select at least one filter.')).toBeVisible()
  await page.keyboard.type('x'.repeat(30))
  await expect(dialog().getByText('Use 2 to 30 characters.')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Far away')
  await expect(dialog().getByText('Use 2 to 30 characters.')).toHaveCount(0)
  await dialog()
    .getByRole('combobox', { name: /^Field/ })
    .focus()
  await condition('Subject', 'contains')
  await dialog().getByRole('button', { name: 'Create view' }).click()
  await expect(dialog().getByText('Complete every filter: field, operator and value.')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Value' }).fill('far')
  await dialog().getByRole('button', { name: 'Create view' }).click()
  await expect(page).toHaveURL(/\/inboxes\/views\/\d+$/)
  await expect(page).toHaveTitle('Far away - Parley')
  await expect(stars(page, 'Far star')).toBeVisible()
  await expect(stars(page, 'Farther star')).toBeVisible()
  await expect(stars(page, 'Near star')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Status/ }), 'no status filter on a view').toHaveCount(0)
})

test('a new view appears in the other browser at once, and switching keeps the conversation open', async ({
  browser,
  workspace,
}) => {
  const otherPage = await desk.openSignedInPage(browser, workspace.parley.url, vera)
  await otherPage.goto(`/inboxes/all/conversation/${uuids.Near}`)
  await desk.openList(otherPage, 'Far away')
  await expect(otherPage).toHaveURL(new RegExp(`/inboxes/views/\\d+/conversation/${uuids.Near}$`))
  await expect(otherPage.getByRole('heading', { level: 2, name: 'Near star' })).toBeVisible()
  await otherPage.getByRole('link', { name: 'Viewers' }).click()
  await expect(otherPage).toHaveURL(new RegExp(`/inboxes/teams/\\d+/conversation/${uuids.Near}$`))
  await desk.openList(otherPage, 'Far away')

  await page.getByRole('button', { name: 'Actions for the view Far away' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Farthest')
  await dialog().getByRole('textbox', { name: 'Value' }).fill('farther')
  await page.keyboard.press('Enter')
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Farthest' })).toBeVisible()
  await expect(stars(otherPage, 'Farther star')).toBeVisible()
  await expect(stars(otherPage, 'Far star')).toHaveCount(0)

  await workspace.conversation({ subject: 'One more farther star', text: 'Look!', name: 'Star Newest' })
  await expect(stars(otherPage, 'One more farther star'), 'what comes to the view comes live').toBeVisible()
  await otherPage.context().close()
})

test('the unsaved name and conditions of a view survive a reload', async () => {
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Actions for the view Farthest' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  const [name, value] = [
    dialog().getByRole('textbox', { name: 'Name' }),
    dialog().getByRole('textbox', { name: 'Value' }),
  ]
  await openDialog()
  await name.fill('Not saved yet')
  await value.fill('')
  await dialog().getByRole('button', { name: 'Add filter' }).click()
  await page.reload()
  await openDialog()
  await expect(dialog().getByText('Your unsaved changes were restored')).toBeVisible()
  await expect(name).toHaveValue('Not saved yet')
  await expect(value).toHaveValue('')
  await expect(dialog().getByRole('group', { name: 'Group 2' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await openDialog()
  await expect(name).toHaveValue('Farthest')
  await expect(value).toHaveValue('farther')
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('deleting a view says so and keeps its conversations', async ({ workspace }) => {
  await page.keyboard.press('Control+k')
  await chooseByTyping('Delete the view')
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByText('deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/inboxes\/assigned$/)
  await expect(page.getByRole('link', { name: 'Farthest' })).toHaveCount(0)
  const { results } = await workspace.api.call(listAll)
  expect(results.filter(({ subject }) => subject?.includes('star'))).toHaveLength(4)
  await page.goto('/inboxes/views/999999')
  await expect(page.getByText('View not found')).toBeVisible()
})

test('a list without results says what to do', async () => {
  const nothing = [{ field: 'subject', operator: 'contains', value: 'no such star' }]
  await page.goto(`/inboxes/all?filters=${encodeURIComponent(JSON.stringify(nothing))}`)
  await expect(page.getByText('No conversations found')).toBeVisible()
  await expect(page.getByText('Try adjusting filters.')).toBeVisible()
  await page.goto(
    `/inboxes/all?filters=${encodeURIComponent(JSON.stringify([{ field: 'mood', operator: 'set' }]))}`,
  )
  await expect(page.getByText('Could not fetch the conversations')).toBeVisible()
  await expect(page.getByText('Filter 1: conversations cannot be filtered by "mood"')).toBeVisible()
})
