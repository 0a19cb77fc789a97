import { addContactAddress, searchContacts } from '@parley/contract/contacts/contacts'
import { listAll } from '@parley/contract/conversations/conversation-lists'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let cara: Page
let dan: Page
let subject: string
const contact = { first: 'Wilhelmina', email: 'wilhelmina@customer.test' }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { parley } = workspace
  subject = 'About my lamp'
  const uuid = await workspace.conversation({ subject, text: 'It flickers', name: contact.first })
  await workspace.conversation({ subject: 'The same person', text: 'From elsewhere', name: 'Mina Elsewhere' })
  const open = async (name: string, roles: string[]) =>
    desk.openSignedInPage(browser, parley.url, await workspace.agent(name, { roles }))
  cara = await open('Cara', ['Admin'])
  dan = await open('Dan', ['Agent'])
  await dan.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(dan, 'It flickers')).toBeVisible()
  await dan.evaluate('window.never_reloaded = true')
})
test.afterAll(async () => {
  expect(await dan?.evaluate('window.never_reloaded')).toBe(true)
  for (const page of [cara, dan]) await page?.context().close()
})

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'All contacts' }).getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the contact list is opened, searched and used without a mouse', async () => {
  await cara.goto('/inboxes/assigned')
  await expect(cara.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await desk.pressSequence(cara, 'g', 'c')
  await expect(heading(cara, 'All contacts')).toBeVisible()
  await cara.keyboard.press('f')
  await cara.keyboard.type('nobody is called this')
  await expect(cara.getByText('Try different words or fewer filters.')).toBeVisible()
  await cara.keyboard.press('Escape')
  // Even without results: typing replaces the search text.
  await cara.keyboard.press('f')
  await cara.keyboard.type('wilhlemina')
  await expect(row(cara, contact.first), 'also when mistyped').toBeVisible()
  await expect(row(cara, 'Mina Elsewhere')).toHaveCount(0)
  await expect(cara).toHaveURL(/search=wilhlemina/)
  await cara.keyboard.press('Escape')
  await cara.keyboard.press('j')
  await expect(row(cara, contact.first)).toBeFocused()
  await cara.keyboard.press('Enter')
  await expect(heading(cara, contact.first)).toBeVisible()
  await cara.goBack()
  await expect(cara.getByRole('searchbox')).toHaveValue('wilhlemina')
  await cara.goForward()
})

test('a changed name appears in the other browser at once, in list, panel and thread', async () => {
  await cara.getByLabel('First name').fill('Minna')
  await cara.keyboard.press('Enter')
  await expect(heading(cara, 'Minna')).toBeVisible()
  await expect(desk.conversationRow(dan, subject)).toContainText('Minna')
  await expect(desk.detailsPanel(dan).getByRole('heading', { name: 'Minna' })).toBeVisible()
  await expect(desk.message(dan, 'It flickers')).toContainText('Minna')
})

test('leaving unsaved details asks first', async () => {
  await cara.getByLabel('Last name').fill('Unsaved')
  await cara.getByRole('link', { name: 'Back to all contacts' }).click()
  const asks = cara.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await expect(cara.getByLabel('Last name')).toHaveValue('Unsaved')
  await cara.getByRole('button', { name: 'Discard', exact: true }).click()
})

test('unsaved details survive a reload, and two clicks save once', async () => {
  const lastName = cara.getByLabel('Last name')
  const original = await lastName.inputValue()
  await lastName.fill('Kept')
  cara.once('dialog', (dialog) => void dialog.accept())
  await cara.reload()
  await expect(lastName).toHaveValue('Kept')
  await expect(cara.getByText('Your unsaved changes were restored')).toBeVisible()
  let saves = 0
  cara.on('request', (request) => {
    if (request.method() === 'PUT') saves += 1
  })
  await cara.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await expect(cara.getByText('Contact saved')).toBeVisible()
  await expect(heading(cara, 'Kept')).toBeVisible()
  expect(saves).toBe(1)
  await cara.reload()
  await lastName.fill(original)
  await cara.keyboard.press('Enter')
  await expect(cara.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
})

test('a note is written with n and Ctrl+Enter, and appears beside the conversation in the other browser', async () => {
  await heading(cara, 'Minna').click()
  await cara.keyboard.press('n')
  const editor = cara.getByRole('textbox', { name: 'Note about this contact' })
  await expect(editor).toBeFocused()
  await cara.keyboard.type('Prefers the telephone')
  await cara.keyboard.press('Control+Enter')
  await expect(cara.getByRole('listitem').filter({ hasText: 'Prefers the telephone' })).toContainText(
    'Cara Agent',
  )
  await expect(editor).toHaveCount(0)
  const noteInPanel = desk
    .detailsPanel(dan)
    .getByRole('listitem')
    .filter({ hasText: 'Prefers the telephone' })
  await expect(noteInPanel).toBeVisible()
  await expect(noteInPanel.getByRole('button', { name: 'Delete note' })).toHaveCount(0)

  await cara.getByRole('button', { name: 'Delete note' }).click()
  await cara.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(noteInPanel).toHaveCount(0)
})

test('blocking from the palette asks once and is shown everywhere; email is held until the contact is unblocked', async ({
  workspace,
}) => {
  await cara.keyboard.press('Control+k')
  await expect(cara.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await cara.keyboard.type('block contact')
  await expect(cara.getByRole('option', { name: 'Block contact', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await cara.keyboard.press('Enter')
  const asks = cara.getByRole('alertdialog', { name: /^Block Minna/ })
  await asks.getByRole('button', { name: 'Block contact' }).click()
  await expect(heading(cara, 'Minna')).toContainText('Blocked')
  await expect(desk.conversationRow(dan, subject).getByRole('img', { name: 'Blocked' })).toBeVisible()
  await expect(desk.detailsPanel(dan).getByText('Blocked')).toBeVisible()

  const before = (await workspace.api.call(listAll)).total
  await workspace.mail({ from: `Minna <${contact.email}>`, subject: 'Let me in', text: 'Please' })
  await workspace.mail({ from: 'Otto <otto@customer.test>', subject: 'After the blocked one', text: 'Hello' })
  await expect(desk.conversationRow(dan, 'After the blocked one')).toBeVisible()
  expect((await workspace.api.call(listAll)).total).toBe(before + 1)

  await cara.getByRole('button', { name: 'More actions' }).click()
  await cara.getByRole('menuitem', { name: 'Unblock contact' }).click()
  await expect(heading(cara, 'Minna')).not.toContainText('Blocked')
  await expect(desk.detailsPanel(dan).getByText('Blocked')).toHaveCount(0)
})

test('addresses can be added and made primary; one that belongs to another contact is rejected with their name', async () => {
  const section = cara.getByRole('region', { name: 'Email addresses' })
  const add = async (address: string) => {
    await section.getByLabel('New email address').fill(address)
    await cara.keyboard.press('Enter')
  }
  await section.getByRole('button', { name: 'Add email address' }).click()
  await add('mina.elsewhere@customer.test')
  await expect(section).toContainText('Mina Elsewhere already has this email address')
  await add('minna@work.test')
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.getByRole('button', { name: 'Actions for minna@work.test' }).click()
  await cara.getByRole('menuitem', { name: 'Make primary' }).click()
  await expect(section.getByRole('listitem').first()).toContainText('minna@work.test')
  await expect(desk.detailsPanel(dan).getByText('minna@work.test')).toBeVisible()
})

test('merging two contacts shows its effects first, and updates the other browser', async ({ workspace }) => {
  await cara.keyboard.press('Escape')
  await cara.getByRole('button', { name: 'More actions' }).click()
  await cara.getByRole('menuitem', { name: 'Merge into another contact' }).click()
  const dialog = cara.getByRole('dialog', { name: /^Merge Minna/ })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await cara.keyboard.type('elsewhere')
  await expect(dialog.getByRole('button', { name: /Mina Elsewhere/ })).toBeVisible()
  await cara.keyboard.press('ArrowDown')
  await cara.keyboard.press('Enter')
  await expect(dialog).toContainText('1 conversation')
  await expect(dialog).toContainText('minna@work.test')
  await dialog.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(heading(cara, 'Mina Elsewhere')).toBeVisible()
  const conversations = cara.getByRole('region', { name: 'Conversations' })
  await expect(conversations.getByRole('link', { name: new RegExp(subject) })).toBeVisible()
  await expect(conversations.getByRole('link', { name: /The same person/ })).toBeVisible()
  await expect(desk.conversationRow(dan, subject)).toContainText('Mina Elsewhere')
  await expect(desk.messages(dan)).toContainText('merged the contact Minna into Mina Elsewhere')

  const [hit] = await workspace.api.call(searchContacts, { query: { query: contact.email } })
  expect(hit?.first_name, 'found by the old address').toBe('Mina Elsewhere')
})

test('the URL of a merged contact leads to the remaining one', async ({ workspace }) => {
  const uuid = await workspace.conversation({ subject: 'Third', text: 'Hello', name: 'Third One' })
  const [third] = await workspace.api.call(searchContacts, { query: { query: 'third.one' } })
  const [into] = await workspace.api.call(searchContacts, { query: { query: contact.email } })
  if (!third || !into) throw new Error('The contacts were not found')
  await cara.goto(`/contacts/${third.id}`)
  await expect(heading(cara, 'Third One')).toBeVisible()
  await workspace.api.call(addContactAddress, {
    params: { id: String(third.id) },
    body: { address: 'third@more.test' },
  })
  await expect(cara.getByText('third@more.test'), 'live').toBeVisible()
  await cara.getByRole('button', { name: 'More actions' }).click()
  await cara.getByRole('menuitem', { name: /^Merge/ }).click()
  await expect(cara.getByRole('searchbox', { name: 'Find the other contact' })).toBeFocused()
  await cara.keyboard.type(contact.email)
  await cara.getByRole('button', { name: /Mina Elsewhere/ }).click()
  await cara.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(heading(cara, 'Mina Elsewhere')).toBeVisible()
  await cara.goto(`/contacts/${third.id}`)
  await expect(cara).toHaveURL(new RegExp(`/contacts/${into.id}$`))
  expect(uuid).toBeTruthy()
  await cara.goto('/contacts/999999')
  await expect(heading(cara, 'Contact not found')).toBeVisible()
})

test('list, page and dialog of contacts have no violations in either theme', async () => {
  const violations = () => findViolationsInBothThemes(cara)
  await cara.goto('/contacts')
  await expect(row(cara, 'Mina Elsewhere')).toBeVisible()
  expect(await violations()).toEqual([])
  await row(cara, 'Mina Elsewhere').click()
  await expect(heading(cara, 'Mina Elsewhere')).toBeVisible()
  await cara.keyboard.press('n')
  await cara.keyboard.type('Something')
  expect(await violations()).toEqual([])
  await cara.getByRole('button', { name: 'More actions' }).click()
  await cara.getByRole('menuitem', { name: /^Merge/ }).click()
  await expect(cara.getByRole('dialog')).toBeVisible()
  expect(await violations()).toEqual([])
  await cara.keyboard.press('Escape')
  await cara.setViewportSize({ width: 375, height: 812 })
  // The narrow layout is a separate chunk, loaded on demand.
  const overflow = () =>
    expect.poll(() =>
      cara.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
    )
  await overflow().toBe(false)
  await cara.goto('/contacts')
  await expect(row(cara, 'Mina Elsewhere')).toBeVisible()
  await overflow().toBe(false)
  await cara.setViewportSize({ width: 1440, height: 900 })
})
