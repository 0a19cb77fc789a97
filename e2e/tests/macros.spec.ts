import { listAll } from '@parley/contract/conversations/conversation-lists'
import { getConversation, listParticipants } from '@parley/contract/conversations/conversations'
import { createMacro, listMacros } from '@parley/contract/macros/macros'
import {
  type AgentPage,
  chips,
  createMacros,
  editorOf,
  menu,
  names,
  openAgentPage,
  openConversation,
} from '../fixtures/macros.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let mona: AgentPage
let milo: AgentPage

test.use({ workspace_of: 'macros' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  mona = await openAgentPage(browser, workspace, 'Mona')
  milo = await openAgentPage(browser, workspace, 'Milo')
  await createMacros(workspace, milo.person)
})
test.afterAll(async () => {
  for (const user of [mona, milo]) await user?.page.context().close()
})

test('a macro created during a search is offered at once and keeps the highlight in place', async ({
  workspace,
}) => {
  const { page } = milo
  const make = (name: string, message_content: string) =>
    workspace.api.call(createMacro, {
      body: {
        name,
        message_content,
        actions: [],
        visibility: 'user',
        visible_when: ['replying'],
        user_id: String(milo.person.id),
        team_id: null,
      },
    })
  const uuid = await workspace.conversation({ subject: 'A riddle', text: 'Any idea?', name: 'Rolf' })
  await openConversation(milo, uuid, 'Any idea?')
  await page.keyboard.press('r')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.type('/riddle')
  await expect(menu(page)).toHaveCount(0)
  await make('Riddle solved', '<p>It is a shadow.</p>')
  await expect(names(page)).toHaveText(['Riddle solved'])
  await make('Riddle kept', '<p>Guess once more.</p>')
  await expect(names(page)).toHaveText(['Riddle kept', 'Riddle solved'])
  await expect(menu(page).getByRole('option', { selected: true })).toContainText('Riddle solved')
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toHaveText('It is a shadow.')
})

test('a macro is found with /, filled in, reduced and applied after sending, by keyboard alone', async ({
  workspace,
}) => {
  const { page } = mona
  const uuid = await workspace.conversation({ subject: 'A refund', text: 'Where is it?', name: 'Rita' })
  await openConversation(mona, uuid, 'Where is it?')
  await openConversation(milo, uuid, 'Where is it?')
  const { reference_number } = await workspace.api.call(getConversation, { params: { uuid } })

  await page.keyboard.press('r')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.type('Hello. /refund')
  await expect(names(page), 'neither those of notes nor those of others').toHaveText(['Refund started'])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  for (let n = 0; n < '/refund'.length; n++) await page.keyboard.press('Backspace')
  await page.keyboard.type('/')
  await expect(names(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(menu(page).getByRole('option', { selected: true })).toContainText('Refund started')
  await page.keyboard.press('Enter')

  const expected = `Hello. Dear Rita,\n\nyour refund is on its way (#${reference_number}).\n\nMona`
  await expect(editorOf(page)).toHaveText(expected.replaceAll('\n', ''))
  await page.keyboard.press('Control+z')
  await expect(editorOf(page)).toHaveText('Hello. /')
  await expect(chips(page), 'its actions go with its text').toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(editorOf(page)).toHaveText(expected.replaceAll('\n', ''))
  await expect(chips(page)).toHaveText([
    'Assign to Milo Agent',
    'Set priority to High',
    'Add tags: refund',
    'Set status to Resolved',
  ])

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip: Assign to Milo Agent' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editorOf(page), 'keys typed next are text').toBeFocused()
  await expect(chips(page)).toHaveCount(3)
  // The chosen macro is part of the draft.
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(chips(page)).toHaveCount(3)
  await expect(editorOf(page)).toContainText('Dear Rita')

  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await expect(desk.message(milo.page, 'your refund is on its way')).toBeVisible()
  await expect(desk.propertyButton(milo.page, 'Priority')).toContainText('High')
  await expect(desk.propertyButton(milo.page, 'Tags')).toContainText('refund')
  await expect(desk.propertyButton(milo.page, 'Status')).toContainText('Resolved')
  await expect(desk.propertyButton(milo.page, 'Assignee'), 'resolving assigns the resolver').toContainText(
    'Mona',
  )
  await expect(chips(page)).toHaveCount(0)
  await workspace.sink.waitForMail(({ to }) => to.includes('rita@customer.test'))
  const used = (await workspace.api.call(listMacros)).find(({ name }) => name === 'Refund started')
  expect(used?.usage_count).toBe(1)
})

test('a failed action is named and does not undo the reply or the others', async ({ workspace }) => {
  const { page } = mona
  const uuid = await workspace.conversation({ subject: 'Pass me on', text: 'Anybody?', name: 'Paul' })
  await openConversation(mona, uuid, 'Anybody?')
  await page.keyboard.press('r')
  await page.keyboard.type('/pass')
  await expect(names(page)).toHaveText(['Pass on'])
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(2)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('“Pass on” was only partly applied')).toBeVisible()
  await expect(
    page.getByText('Assign to Gone Agent: Gone Agent is disabled and can’t be assigned'),
  ).toBeVisible()
  await expect(desk.message(page, 'A colleague takes over.')).toBeVisible()
  await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
})

test('m lists the macros; one without text runs immediately if the composer is empty', async ({
  workspace,
}) => {
  const { page } = mona
  const uuid = await workspace.conversation({ subject: 'Remind me', text: 'Later?', name: 'Lena' })
  await openConversation(mona, uuid, 'Later?')
  await openConversation(milo, uuid, 'Later?')
  await page.keyboard.press('m')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toContainText('Apply macro')
  const options = page.getByRole('dialog', { name: 'Commands' }).getByRole('option')
  await expect(options.first(), 'the one that Mona used last').toContainText('Pass on')
  await page.keyboard.type('follow')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Mark for follow-up” was applied')).toBeVisible()
  await expect(desk.propertyButton(milo.page, 'Tags')).toContainText('follow up')

  // One with text is inserted into the composer, which gets the focus.
  await page.keyboard.press('m')
  await page.keyboard.type('refund')
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toContainText('Dear Lena')
  await expect(editorOf(page)).toBeFocused()
  await expect(chips(page)).toHaveCount(4)
})

test('notes have their own macros', async ({ workspace }) => {
  const { page } = mona
  const uuid = await workspace.conversation({ subject: 'A note', text: 'Note this', name: 'Nils' })
  await openConversation(mona, uuid, 'Note this')
  await page.keyboard.press('n')
  await page.keyboard.type('/')
  await expect(names(page)).toHaveText(['Refund checked'])
  await page.keyboard.press('Enter')
  await expect(editorOf(page, 'Private note')).toHaveText('Checked.')
  // A slash within a word, or before a space, is just a slash.
  await page.keyboard.type(' and/or / or')
  await expect(menu(page)).toHaveCount(0)
})

test('a new conversation accepts a macro, which is applied after it is created', async ({ workspace }) => {
  const { page } = milo
  await page.keyboard.press('Escape')
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByLabel('Contact email').fill('nora@customer.test')
  await dialog.getByLabel('First name').fill('Nora')
  await dialog.getByLabel('Subject').fill('Your new lamp')
  await dialog.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('/')
  await expect
    .poll(async () => (await names(page).allTextContents()).toSorted())
    .toEqual(['Mark for follow-up', 'Pass on', 'Refund of my own', 'Refund started'].toSorted())
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(dialog, 'Esc closed the menu only').toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/refund started')
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toContainText('Dear Nora')
  await expect(chips(page)).toHaveCount(4)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Your new lamp' })).toBeVisible()
  await expect(desk.propertyButton(page, 'Tags')).toContainText('refund')
  await expect(desk.propertyButton(page, 'Status')).toContainText('Resolved')
  const created = (await workspace.api.call(listAll)).results.find((row) => row.subject === 'Your new lamp')
  expect(created).toMatchObject({ assigned_user_id: milo.person.id, priority: 'High' })
  const people = await workspace.api.call(listParticipants, { params: { uuid: created?.uuid ?? '' } })
  expect(people.map(({ first_name }) => first_name)).toContain('Milo')
})
