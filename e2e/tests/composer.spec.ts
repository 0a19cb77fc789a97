import { createMacro } from '@parley/contract/macros/macros'
import { maxUndoSeconds } from '@parley/contract/messages/held-sends'
import { listMessages } from '@parley/contract/messages/messages'
import { createTag } from '@parley/contract/tags/tags'
import { expect, type Page } from '@playwright/test'
import { pdf } from '../fixtures/files.ts'
import * as desk from '../fixtures/page-actions.ts'
import { test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

/** The maximum, because no test waits for its end, and a busy machine must not exceed it. */
const undo_seconds = maxUndoSeconds

let person: Person
let cora: Page
let zeno: Page
let conversation: { uuid: string; subject: string }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { url } = workspace.parley
  person = await workspace.agent('Cora', { undo_seconds })
  cora = await desk.openSignedInPage(browser, url, person)
  zeno = await desk.openSignedInPage(browser, url, await workspace.agent('Zeno'))
})
test.afterAll(async () => {
  await cora.context().close()
  await zeno.context().close()
})
let count = 0
/** Both open a new conversation with nothing typed in it. */
test.beforeEach(async ({ workspace }) => {
  const subject = `Composer ${++count}`
  const uuid = await workspace.conversation({ subject, text: 'Hello?', name: `Customer ${count}` })
  conversation = { uuid, subject }
  for (const page of [cora, zeno]) {
    await page.goto(`/inboxes/all/conversation/${uuid}`)
    await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  }
})

const editor = (page: Page, name = 'Reply') => desk.composer(page).getByRole('textbox', { name, exact: true })
const toast = (page: Page) => desk.toasts(page).filter({ hasText: 'Send now' })
const send = (page: Page) => desk.composer(page).getByRole('button', { name: 'Send', exact: true })

test('Z undoes sending: text, recipients and files return, and no one else has seen it', async ({
  workspace,
}) => {
  await desk.writeInComposer(cora, 'Reply', 'Too early')
  await desk.composer(cora).getByRole('button', { name: 'Bcc' }).click()
  await desk.composer(cora).getByLabel('Bcc').fill('boss@customer.test')
  await desk
    .composer(cora)
    .getByLabel('Attach files')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf('Plan') })
  await expect(desk.composer(cora).getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible()
  await editor(cora).press('Control+Enter')
  await cora.getByRole('dialog').getByRole('button', { name: 'Send without them' }).click()
  await expect(desk.message(cora, 'Too early')).toBeVisible()
  await expect(toast(cora)).toContainText('customer')
  await expect(editor(cora)).toHaveText('')
  await expect(desk.composer(cora).getByLabel('Bcc'), 'the empty row goes with what was sent').toHaveCount(0)

  // A later message has arrived, so an earlier one is not in transit.
  await desk.writeInComposer(zeno, 'Private note', 'I saw nothing')
  await desk.composer(zeno).getByRole('button', { name: 'Add note' }).click()
  await expect(desk.message(cora, 'I saw nothing')).toBeVisible()
  await expect(desk.message(zeno, 'Too early')).toHaveCount(0)
  await expect(desk.conversationRow(zeno, conversation.subject)).not.toContainText('Too early')

  await desk.leaveFields(cora)
  await cora.keyboard.press('z')
  await expect(editor(cora)).toHaveText('Too early')
  await expect(editor(cora)).toBeFocused()
  await expect(desk.composer(cora).getByText('boss@customer.test')).toBeVisible()
  await expect(desk.composer(cora).getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible()
  await expect(desk.message(cora, 'Too early')).toHaveCount(0)
  await expect(toast(cora)).toHaveCount(0)
  const { results } = await workspace.api.call(listMessages, {
    params: { uuid: conversation.uuid },
    query: {},
  })
  expect(results.filter(({ type, private: isNote }) => type === 'outgoing' && !isNote)).toEqual([])
})

test('undo survives navigation and a reload, and leads back to the conversation', async () => {
  await desk.writeInComposer(cora, 'Reply', 'From afar')
  await send(cora).click()
  await expect(toast(cora)).toBeVisible()
  await cora.getByRole('link', { name: 'Inboxes' }).click()
  await expect(desk.messages(cora)).toHaveCount(0)
  await expect(toast(cora)).toBeVisible()
  await cora.goto('/account/profile')
  await expect(toast(cora)).toBeVisible()
  await toast(cora).getByRole('button', { name: 'Undo' }).click()
  await expect(cora.getByRole('heading', { level: 2, name: conversation.subject })).toBeVisible()
  await expect(editor(cora)).toHaveText('From afar')
  await expect(editor(cora)).toBeFocused()
})

test('Ctrl+Z in the empty editor undoes sending, and keeps what was typed in the meantime', async () => {
  await desk.writeInComposer(cora, 'Reply', 'First thought')
  await editor(cora).press('Control+Enter')
  await expect(toast(cora)).toBeVisible()
  await editor(cora).press('Control+z')
  await expect(editor(cora)).toHaveText('First thought')
  await expect(toast(cora)).toHaveCount(0)

  await editor(cora).press('Control+Enter')
  await expect(toast(cora)).toBeVisible()
  await editor(cora).pressSequentially('Second thought')
  await toast(cora).getByRole('button', { name: 'Undo' }).click()
  await expect(editor(cora)).toHaveText('First thoughtSecond thought')
})

test('"Send now" sends immediately, and the other agent sees it', async ({ workspace }) => {
  await desk.writeInComposer(cora, 'Reply', 'Right away')
  await send(cora).click()
  await toast(cora).getByRole('button', { name: 'Send now' }).click()
  await expect(desk.message(zeno, 'Right away')).toBeVisible()
  await expect(toast(cora)).toHaveCount(0)
  await expect(desk.message(cora, 'Right away')).toHaveCount(1)
  await workspace.sink.waitForMail(({ raw }) => raw.toString().includes('Right away'))
})

test('the actions of a macro wait for the reply, are undone with it, and run once it is sent', async ({
  workspace,
}) => {
  await workspace.api.call(createTag, { body: { name: 'paid back' } })
  await workspace.api.call(createMacro, {
    body: {
      name: 'Refund started',
      message_content: '<p>Your refund is on its way.</p>',
      actions: [{ type: 'add_tags', value: ['paid back'] }],
      // Only visible to its author, because other files on this server count macros.
      visibility: 'user',
      visible_when: ['replying'],
      team_id: null,
      user_id: String(person.id),
    },
  })
  const chips = cora.getByRole('region', { name: 'Macro actions' }).getByRole('listitem')
  await desk.writeInComposer(cora, 'Reply', '/')
  await cora.getByRole('option', { name: 'Refund started' }).click()
  await expect(chips).toHaveText(['Add tags: paid back'])
  await editor(cora).press('Control+Enter')
  await expect(toast(cora)).toBeVisible()
  await expect(chips).toHaveCount(0)

  await desk.leaveFields(cora)
  await cora.keyboard.press('z')
  await expect(editor(cora)).toHaveText('Your refund is on its way.')
  await expect(toast(cora)).toHaveCount(0)
  await expect(chips).toHaveText(['Add tags: paid back'])
  await expect(desk.propertyButton(zeno, 'Tags')).not.toContainText('paid back')

  await editor(cora).press('Control+Enter')
  await expect(toast(cora)).toBeVisible()
  // It survives a reload, and still waits for the reply.
  await cora.reload()
  await toast(cora).getByRole('button', { name: 'Send now' }).click()
  await expect(desk.message(zeno, 'Your refund is on its way.')).toBeVisible()
  await expect(desk.propertyButton(zeno, 'Tags')).toContainText('paid back')
})

test('send and resolve: by keyboard, undone together, remembered on the button', async () => {
  await desk.writeInComposer(cora, 'Reply', 'All done')
  await desk.composer(cora).getByRole('button', { name: 'More send options' }).press('Enter')
  await expect(cora.getByRole('menuitem', { name: 'Send', exact: true })).toBeFocused()
  await cora.keyboard.press('ArrowDown')
  await expect(cora.getByRole('menuitem', { name: 'Send and resolve' })).toBeFocused()
  await cora.keyboard.press('Enter')
  await expect(toast(cora)).toContainText('Sending and resolving')
  await expect(desk.propertyButton(cora, 'Status')).toContainText('Open')
  await toast(cora).getByRole('button', { name: 'Undo' }).click()
  await expect(editor(cora)).toHaveText('All done')

  const button = desk.composer(cora).getByRole('button', { name: 'Send and resolve' })
  await expect(button).toBeVisible()
  await button.click()
  await toast(cora).getByRole('button', { name: 'Send now' }).click()
  await expect(desk.propertyButton(zeno, 'Status')).toContainText('Resolved')
  await expect(desk.message(zeno, 'All done')).toBeVisible()

  await desk.writeInComposer(cora, 'Reply', 'x')
  await desk.composer(cora).getByRole('button', { name: 'More send options' }).click()
  await cora.getByRole('menuitem', { name: 'Send', exact: true }).click()
  await toast(cora).getByRole('button', { name: 'Undo' }).click()
  await expect(send(cora)).toBeVisible()
})

test('":" suggests emoji by name and keyboard; the picker has nine groups, six skin tones and recent ones', async () => {
  await desk.writeInComposer(cora, 'Reply', 'Done at 10:30 :part')
  const offers = cora.getByRole('listbox', { name: 'Suggestions' })
  await expect(offers.getByRole('option').first()).toContainText('Part')
  await cora.keyboard.press('Escape')
  await expect(offers).toHaveCount(0)
  await expect(editor(cora)).toContainText(':part')
  for (let n = 0; n < ':part'.length; n++) await cora.keyboard.press('Backspace')
  await cora.keyboard.type(':party_pop')
  await expect(offers.getByRole('option', { name: 'Party popper' })).toHaveAttribute('aria-selected', 'true')
  await cora.keyboard.press('Enter')
  await expect(editor(cora)).toHaveText('Done at 10:30 🎉')

  await desk.composer(cora).getByRole('button', { name: 'Emoji' }).click()
  const picker = cora.getByRole('dialog', { name: 'Emoji' })
  await expect(picker.getByRole('navigation').getByRole('button')).toHaveText(Array(9).fill(''))
  const emojiNames = await picker
    .getByRole('navigation')
    .getByRole('button')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')))
  expect(emojiNames).toEqual([
    'Recently used',
    'Smileys and people',
    'Animals and nature',
    'Food and drink',
    'Activities',
    'Travel and places',
    'Objects',
    'Symbols',
    'Flags',
  ])
  await expect(picker.getByRole('radio')).toHaveCount(6)
  await expect(picker.getByRole('region', { name: 'Recently used' })).toContainText('🎉')
  await picker.getByRole('searchbox').fill('qqqq')
  await expect(picker.getByText('No emoji has been found!')).toBeVisible()
  await picker.getByRole('radio', { name: 'Medium', exact: true }).click()
  await picker.getByRole('searchbox').fill('waving')
  await expect(picker.locator('[data-active]')).toHaveText('👋🏽')
  await picker.getByRole('searchbox').press('Enter')
  await expect(editor(cora)).toHaveText('Done at 10:30 🎉👋🏽')
  await editor(cora).press('Control+a')
  await editor(cora).press('Delete')
})

test('"@" mentions a colleague in a note, highlighted for everyone; replies suggest no one', async () => {
  await desk.writeInComposer(cora, 'Private note', 'Could you look, @ze')
  const offers = cora.getByRole('listbox', { name: 'Suggestions' })
  await expect(offers.getByRole('option')).toHaveText([/Zeno Agent/])
  await cora.keyboard.press('Tab')
  await cora.keyboard.type('?')
  await expect(editor(cora, 'Private note')).toHaveText('Could you look, @Zeno Agent ?')
  await desk.composer(cora).getByRole('button', { name: 'Add note' }).click()
  const mark = desk.message(zeno, 'Could you look').locator('[data-mention-type="agent"]')
  await expect(mark).toHaveText('@Zeno Agent')

  await desk.writeInComposer(cora, 'Reply', 'Hello @ze')
  await expect(offers).toHaveCount(0)
})

test('a text that mentions an attachment without one shows a hint', async () => {
  await desk.writeInComposer(cora, 'Reply', 'Please find attached the plan')
  await expect(desk.composer(cora).getByText('nothing is attached')).toBeVisible()
  await desk
    .composer(cora)
    .getByLabel('Attach files')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf('Plan') })
  await expect(desk.composer(cora).getByText('nothing is attached')).toHaveCount(0)
})

test('what is typed and sent before the editor has loaded is sent once, without what is typed after it', async ({
  browser,
  workspace,
}) => {
  const early = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Elin'))
  const editorIsThere = Promise.withResolvers<void>()
  await early.route('**/composer-form-*.js', async (route) => {
    await editorIsThere.promise
    await route.continue()
  })
  await early.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  await desk.writeInComposer(early, 'Reply', 'Before anything')
  await editor(early).press('Control+Enter')
  await early.keyboard.type('For later')
  // Only the first one: nothing shows yet whether that was sent.
  await editor(early).press('Control+Enter')
  await expect(desk.composer(early).locator('[aria-busy]')).toBeVisible()
  editorIsThere.resolve()
  await expect(desk.messages(zeno).getByText('Before anything', { exact: true })).toBeVisible()
  await expect(editor(early)).toHaveText('For later')
  await expect(desk.messages(zeno).getByText('Before anything', { exact: true })).toHaveCount(1)
  await early.context().close()
})

test('what is typed before the editor has loaded stays a reply or a note, and is kept', async ({
  browser,
  workspace,
}) => {
  const early = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Eskil'))
  const editorIsThere = Promise.withResolvers<void>()
  await early.route('**/composer-form-*.js', async (route) => {
    await editorIsThere.promise
    await route.continue()
  })
  const note = desk.composer(early).getByRole('textbox', { name: 'Private note' })
  await early.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  await desk.writeInComposer(early, 'Reply', 'For the customer')
  await desk.writeInComposer(early, 'Private note', 'Between us')
  await expect(note).toHaveValue('Between us')
  // Leaves before there is an editor that could keep it.
  await early.getByRole('link', { name: 'Contacts' }).click()
  await expect(early.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  editorIsThere.resolve()
  await early.goBack()
  await desk.composer(early).getByRole('tab', { name: 'Private note' }).click()
  await expect(note).toHaveText('Between us')
  await desk.composer(early).getByRole('tab', { name: 'Reply' }).click()
  await expect(editor(early)).toHaveText('For the customer')
  await early.context().close()
})

test('what is typed before the editor has loaded survives a reload, also in the other tab', async ({
  browser,
  workspace,
}) => {
  const early = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Ester'))
  const editorIsThere = Promise.withResolvers<void>()
  await early.route('**/composer-form-*.js', async (route) => {
    await editorIsThere.promise
    await route.continue()
  })
  await early.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  await desk.writeInComposer(early, 'Reply', 'Half a reply')
  await early.reload()
  await desk.writeInComposer(early, 'Reply', 'and more of it')
  await desk.writeInComposer(early, 'Private note', 'Half a note')
  editorIsThere.resolve()
  await expect(desk.composer(early).getByText('Draft saved')).toBeVisible()
  // This one is still open, as if it never came to its end.
  const next = await early.context().newPage()
  await next.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  await desk.composer(next).getByRole('tab', { name: 'Private note' }).click()
  await expect(desk.composer(next).getByRole('textbox', { name: 'Private note' })).toHaveText('Half a note')
  await desk.composer(next).getByRole('tab', { name: 'Reply' }).click()
  await expect(editor(next)).toHaveText('Half a replyand more of it')
  await early.context().close()
})

test('what is written while a reply is being sent is the next one, after leaving and after a failure, too', async ({
  browser,
  workspace,
}) => {
  const page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Ebba'))
  await page.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  let answer = Promise.withResolvers<'arrives' | 'fails'>()
  await page.route('**/conversations/*/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if ((await answer.promise) === 'fails') await route.abort('connectionreset')
    else await route.continue()
  })

  await desk.writeInComposer(page, 'Reply', 'The first answer')
  await expect(desk.composer(page).getByText(/@customer/), 'or it is not sent').toBeVisible()
  await editor(page).press('Control+Enter')
  await page.keyboard.type('The second answer')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  answer.resolve('arrives')
  await expect(desk.message(zeno, 'The first answer')).toBeVisible()
  await page.goBack()
  await expect(editor(page)).toHaveText('The second answer')

  answer = Promise.withResolvers()
  await editor(page).press('Control+Enter')
  await page.keyboard.type('The third answer')
  answer.resolve('fails')
  await expect(desk.composer(page).getByText('Not sent.')).toBeVisible()
  await expect(editor(page)).toHaveText('The second answer')
  await page.reload()
  await expect(editor(page)).toHaveText('The second answer')
  await expect(desk.composer(page).getByText('“The third answer”')).toBeVisible()
  answer = Promise.withResolvers()
  answer.resolve('arrives')
  await send(page).click()
  await expect(editor(page)).toHaveText('The third answer')
  for (const text of ['The first answer', 'The second answer'])
    await expect(desk.message(zeno, text)).toHaveCount(1)
  await page.context().close()
})

test('the undo window is set in the profile and applies in every browser', async ({ browser, workspace }) => {
  const cy = await workspace.agent('Cy', { undo_seconds: 10 })
  const [first, second] = [
    await desk.openSignedInPage(browser, workspace.parley.url, cy),
    await desk.openSignedInPage(browser, workspace.parley.url, cy),
  ]
  await first.goto('/account/profile')
  await second.goto('/account/profile')
  await expect(first.getByRole('combobox', { name: 'Undo send period' })).toContainText('10 seconds')
  await first.getByRole('combobox', { name: 'Undo send period' }).click()
  await first.getByRole('option', { name: 'Send immediately' }).click()
  await expect(second.getByRole('combobox', { name: 'Undo send period' })).toContainText('Send immediately')
  await first.goto(`/inboxes/all/conversation/${conversation.uuid}`)
  await desk.writeInComposer(first, 'Reply', 'Gone already')
  await editor(first).press('Control+Enter')
  await expect(desk.message(zeno, 'Gone already')).toBeVisible()
  await expect(toast(first)).toHaveCount(0)
  await first.context().close()
  await second.context().close()
})
