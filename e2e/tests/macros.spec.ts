import { updateAgent } from '@parley/contract/agents/agents'
import { listAll } from '@parley/contract/conversations/conversation-lists'
import { getConversation, listParticipants } from '@parley/contract/conversations/conversations'
import { createMacro, listMacros } from '@parley/contract/macros/macros'
import { maxUndoSeconds } from '@parley/contract/messages/held-sends'
import { listPriorities } from '@parley/contract/priorities/priorities'
import { listStatuses } from '@parley/contract/statuses/statuses'
import { createTag } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import type { z } from 'zod'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person, Workspace } from '../fixtures/workspace.ts'

type Seat = { page: Page; person: Person }
let mona: Seat
let milo: Seat
let deletedAgent: Person

test.use({ workspace_of: 'macros' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  for (const name of ['refund', 'follow up']) await api.call(createTag, { body: { name } })
  const openAgentPage = async (name: string) => {
    const person = await workspace.agent(name)
    return { person, page: await desk.openSignedInPage(browser, parley.url, person) }
  }
  mona = await openAgentPage('Mona')
  milo = await openAgentPage('Milo')
  deletedAgent = await workspace.agent('Gone')
  await createMacros(workspace)
  await api.call(updateAgent, {
    params: { id: String(deletedAgent.id) },
    body: {
      first_name: 'Gone',
      last_name: 'Agent',
      email: deletedAgent.email,
      roles: ['Agent'],
      teams: [],
      enabled: false,
    },
  })
})
test.afterAll(async () => {
  for (const user of [mona, milo]) await user?.page.context().close()
})

async function createMacros({ api }: Workspace) {
  const high = (await api.call(listPriorities)).find(({ name }) => name === 'High')?.id
  const resolved = (await api.call(listStatuses)).find(({ name }) => name === 'Resolved')?.id
  const add = (body: Partial<z.input<typeof createMacro.body>> & { name: string }) =>
    api.call(createMacro, {
      body: {
        actions: [],
        visibility: 'all',
        visible_when: ['replying', 'starting_conversation'],
        team_id: null,
        user_id: null,
        ...body,
      },
    })
  await add({
    name: 'Refund started',
    message_content:
      '<p>Dear {{ contact.first_name }},</p><p>your refund is on its way (#{{ conversation.reference_number }}).</p><p>{{ author.first_name }}</p>',
    actions: [
      { type: 'assign_user', value: [String(milo.person.id)] },
      { type: 'set_priority', value: [String(high)] },
      { type: 'add_tags', value: ['refund'] },
      { type: 'set_status', value: [String(resolved)] },
    ],
  })
  await add({ name: 'Mark for follow-up', actions: [{ type: 'add_tags', value: ['follow up'] }] })
  await add({
    name: 'Pass on',
    message_content: '<p>A colleague takes over.</p>',
    actions: [
      { type: 'assign_user', value: [String(deletedAgent.id)] },
      { type: 'set_priority', value: [String(high)] },
    ],
  })
  await add({
    name: 'Refund checked',
    message_content: '<p>Checked.</p>',
    visible_when: ['adding_private_note'],
  })
  await add({
    name: 'Refund of my own',
    message_content: '<p>Mine</p>',
    visibility: 'user',
    user_id: String(milo.person.id),
  })
}

/** For tests that wait for its end: long enough to be noticed on a busy machine. */
const undo_seconds = 10
const afterwards = { timeout: undo_seconds * 1000 + 30_000 }

const menu = (page: Page) => page.getByRole('listbox', { name: 'Macros' })
/** The macros offered in the menu. */
const names = (page: Page) => menu(page).getByRole('option').locator('span.font-medium')
const chips = (page: Page) => page.getByRole('region', { name: 'Macro actions' }).getByRole('listitem')
const editorOf = (page: Page, name = 'Reply') => page.getByRole('textbox', { name, exact: true })

async function open({ page }: Seat, uuid: string, text: string) {
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, text)).toBeVisible()
}

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
  await open(milo, uuid, 'Any idea?')
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
  await open(mona, uuid, 'Where is it?')
  await open(milo, uuid, 'Where is it?')
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
  await open(mona, uuid, 'Anybody?')
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
  await open(mona, uuid, 'Later?')
  await open(milo, uuid, 'Later?')
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
  await open(cleo, uuid, 'Well?')
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
  await open({ page, person }, uuid, 'Soon?')
  await open(milo, uuid, 'Soon?')
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
  await open({ page, person }, uuid, 'Who?')
  await open(milo, uuid, 'Who?')
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

test('notes have their own macros', async ({ workspace }) => {
  const { page } = mona
  const uuid = await workspace.conversation({ subject: 'A note', text: 'Note this', name: 'Nils' })
  await open(mona, uuid, 'Note this')
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
