import { searchContacts } from '@parley/contract/contacts/contacts'
import { listAll } from '@parley/contract/conversations/conversation-lists'
import { createMacro } from '@parley/contract/macros/macros'
import { maxUndoSeconds } from '@parley/contract/messages/held-sends'
import { createTag } from '@parley/contract/tags/tags'
import { createTeam } from '@parley/contract/teams/teams'
import { expect, type Page, type Request } from '@playwright/test'
import { pdf } from '../fixtures/files.ts'
import * as desk from '../fixtures/page-actions.ts'
import { test } from '../fixtures/test.ts'

let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  await workspace.api.call(createTeam, { body: { name: 'Shipping', emoji: '📦' } })
  await workspace.conversation({ subject: 'Known', text: 'Hello', name: 'Nora Known' })
  page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Nina'))
})
test.afterAll(() => page.context().close())
test.beforeEach(async () => {
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(dialog()).toBeVisible()
})

const dialog = () => page.getByRole('dialog', { name: 'New conversation' })
const send = () => dialog().getByRole('button', { name: 'Send' })
const text = () => dialog().getByRole('textbox', { name: 'Message' })
const field = (name: string) => dialog().getByLabel(name)

test('missing values are reported at each field, and nothing is sent', async ({ workspace }) => {
  const before = (await workspace.api.call(listAll, { query: {} })).total
  await send().click()
  for (const sentence of [
    'Invalid email address',
    'First name is required',
    'Subject is required',
    'Message cannot be empty',
  ])
    await expect(dialog().getByText(sentence)).toBeVisible()
  await expect(field('Contact email'), 'the first of them has the focus').toBeFocused()
  await expect(dialog().getByText('Inbox is required'), 'the only inbox is chosen').toHaveCount(0)
  await field('Contact email').fill('nobody@nowhere')
  await expect(dialog().getByText('Invalid email address')).toBeVisible()
  await field('Contact email').fill('somebody@customer.test')
  await expect(dialog().getByText('Invalid email address')).toHaveCount(0)
  expect((await workspace.api.call(listAll, { query: {} })).total).toBe(before)
})

test('keys typed right after c go to the first field, which is focused before the first frame', async () => {
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  // Faster than any person: n and i arrive together with c, and would start a note and assign the conversation.
  const focused = page.evaluate<boolean>(`
    for (const key of ['c', 'n', 'i'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    new Promise((seen) => {
      const watch = new MutationObserver(() => {
        const dialog = document.querySelector('[role=dialog]')
        if (!dialog) return
        watch.disconnect()
        // A frame that was asked for later would come later.
        requestAnimationFrame(() => seen(dialog.contains(document.activeElement)))
      })
      watch.observe(document.body, { childList: true, subtree: true })
    })`)
  expect(await focused).toBe(true)
  await expect(field('Contact email')).toBeFocused()
  await expect(field('Contact email')).toHaveValue('ni')
  await field('Contact email').fill('')
})

test('contacts are searched from 3 trimmed characters on, once, 300 ms after the last key', async () => {
  const searches: { at: number; query: string }[] = []
  const listen = (request: Request) => {
    const url = new URL(request.url())
    if (url.pathname === searchContacts.path)
      searches.push({ at: Date.now(), query: url.searchParams.get('query') ?? '' })
  }
  page.on('request', listen)
  await field('Contact email').fill('')
  await field('Contact email').pressSequentially('  no')
  await expect(dialog().getByText('Invalid email address')).toHaveCount(0)
  const typedAt = Date.now()
  await desk.typeWithoutDelay(page, 'ra.k')
  await expect.poll(() => searches).toHaveLength(1)
  page.off('request', listen)
  await page.getByRole('option', { name: /nora\.known@customer\.test/ }).click()
  expect(searches.map(({ query }) => query)).toEqual(['nora.k'])
  expect((searches[0]?.at ?? 0) - typedAt).toBeGreaterThanOrEqual(300)
  await expect(field('First name')).toHaveValue('Nora Known')
})

test('closing keeps what was typed, also through a reload', async () => {
  await field('Subject').fill('Half a subject')
  await text().pressSequentially('Half a text')
  await page.keyboard.press('Escape')
  await expect(dialog()).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(field('Subject')).toHaveValue('Half a subject')
  await expect(text()).toHaveText('Half a text')
  await field('Subject').fill('')
})

test('sending is disabled during an upload, and a cancelled upload disappears silently', async () => {
  const cdp = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 20_000 })
  const slow = Buffer.alloc(600_000, 'x')
  await dialog()
    .getByLabel('Attach files')
    .setInputFiles({ name: 'slow.bin', mimeType: 'application/octet-stream', buffer: slow })
  const cancel = dialog().getByRole('button', { name: 'Cancel upload of slow.bin' })
  await expect(cancel).toBeVisible()
  await expect(send()).toBeDisabled()
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await expect(send()).toBeEnabled()
  await expect(page.getByText('couldn’t be uploaded')).toHaveCount(0)
  await cdp.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await cdp.detach()
})

test('a rejected upload disappears with a toast', async () => {
  await dialog()
    .getByLabel('Attach files')
    .setInputFiles({
      name: 'huge.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(21 * 1024 * 1024),
    })
  await expect(page.getByText('huge.bin couldn’t be uploaded')).toBeVisible()
  await expect(dialog().getByText('huge.bin')).toHaveCount(0)
  await expect(send()).toBeEnabled()
})

test('team and agent may be None; Ctrl+Enter sends once, with the attachment, and opens the new conversation', async ({
  workspace,
}) => {
  await field('Contact email').fill('olga@customer.test')
  await field('First name').fill('Olga')
  await field('Subject').fill('Your parcel')
  await desk.selectOption(page, dialog().getByRole('combobox', { name: 'Team' }), '📦 Shipping')
  await desk.selectOption(page, dialog().getByRole('combobox', { name: 'Team' }), 'None')
  await expect(dialog().getByRole('combobox', { name: 'Agent' })).toContainText('None')
  await dialog()
    .getByLabel('Attach files')
    .setInputFiles({ name: 'label.pdf', mimeType: 'application/pdf', buffer: pdf('Label') })
  await expect(dialog().getByRole('button', { name: 'Remove label.pdf' })).toBeVisible()
  await text().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('It is on its way :truck')
  await page.getByRole('option').first().click()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { level: 2, name: 'Your parcel' })).toBeVisible()
  await expect(dialog()).toBeHidden()
  await expect(desk.message(page, 'It is on its way')).toContainText('label.pdf')
  const mail = await workspace.sink.waitForMail(({ to }) => to.includes('olga@customer.test'))
  expect(mail.raw.toString('latin1')).toMatch(/^Subject: Your parcel\r?$/m)
  const { results } = await workspace.api.call(listAll, { query: {} })
  expect(results.filter(({ subject }) => subject === 'Your parcel')).toMatchObject([
    { assigned_team_id: null, assigned_user_id: null },
  ])
  await page.keyboard.press('c')
  await expect(field('Subject'), 'what was sent is no draft').toHaveValue('')
})

test('during the undo window only its author sees it: undo restores the whole dialog; then it is sent, including the macro', async ({
  browser,
  workspace,
}) => {
  await workspace.api.call(createTag, { body: { name: 'begun by us' } })
  const nele = await workspace.agent('Nele', { undo_seconds: maxUndoSeconds })
  await workspace.api.call(createMacro, {
    body: {
      name: 'Introduce us',
      message_content: '<p>Nice to meet you.</p>',
      actions: [{ type: 'add_tags', value: ['begun by us'] }],
      // Only visible to its author, because other files on this server count macros.
      visibility: 'user',
      visible_when: ['starting_conversation'],
      team_id: null,
      user_id: String(nele.id),
    },
  })
  await page.keyboard.press('Escape')
  const author = await desk.openSignedInPage(browser, workspace.parley.url, nele)
  await author.goto('/inboxes/all')
  await expect(author.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await author.keyboard.press('c')
  const form = author.getByRole('dialog', { name: 'New conversation' })
  await form.getByLabel('Contact email').fill('hedda@customer.test')
  await form.getByLabel('First name').fill('Hedda')
  await form.getByLabel('Subject').fill('Held with its dialog')
  await form.getByRole('combobox', { name: 'Team' }).click()
  await author.getByRole('option', { name: '📦 Shipping' }).click()
  await form
    .getByLabel('Attach files')
    .setInputFiles({ name: 'map.pdf', mimeType: 'application/pdf', buffer: pdf('Map') })
  await expect(form.getByRole('button', { name: 'Remove map.pdf' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Message' }).click()
  await author.keyboard.type('/intro')
  await author.getByRole('option', { name: 'Introduce us' }).click()
  await expect(form, 'a press in the list is none beside the dialog').toBeVisible()
  const chips = author.getByRole('region', { name: 'Macro actions' }).getByRole('listitem')
  await expect(chips).toHaveText(['Add tags: begun by us'])
  await author.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  const toast = author.getByRole('listitem').filter({ hasText: 'Send now' })
  await expect(toast).toContainText('hedda@customer.test')

  const suggestions = async () =>
    (await workspace.api.call(listAll, { query: {} })).results.filter(
      ({ subject }) => subject === 'Held with its dialog',
    )
  expect(await suggestions()).toEqual([])
  expect(await workspace.api.call(searchContacts, { query: { query: 'hedda' } })).toEqual([])

  await author.keyboard.press('z')
  await expect(form.getByLabel('Subject')).toHaveValue('Held with its dialog')
  await expect(form.getByLabel('Contact email')).toHaveValue('hedda@customer.test')
  await expect(form.getByRole('combobox', { name: 'Team' })).toContainText('Shipping')
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveText('Nice to meet you.')
  await expect(form.getByRole('button', { name: 'Remove map.pdf' })).toBeVisible()
  await expect(chips).toHaveText(['Add tags: begun by us'])
  await expect(toast).toHaveCount(0)
  expect(await suggestions()).toEqual([])

  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form).toHaveCount(0)
  await toast.getByRole('button', { name: 'Send now' }).click()
  await author.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(author.getByRole('heading', { level: 2, name: 'Held with its dialog' })).toBeVisible()
  await expect(desk.message(author, 'Nice to meet you.')).toContainText('map.pdf')
  await expect(desk.propertyButton(author, 'Tags')).toContainText('begun by us')
  await workspace.sink.waitForMail(({ to }) => to.includes('hedda@customer.test'))
  expect(await suggestions()).toHaveLength(1)
  await author.context().close()
})

test('the palette opened above the dialog receives what is typed, even while its code loads', async ({
  browser,
  workspace,
}) => {
  const nils = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Nils'))
  // Its first opening on a slow connection: the code arrives after the keys.
  await nils.route(/\/assets\/palette-[^/]*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await nils.goto('/inboxes/all')
  await expect(nils.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await nils.keyboard.press('c')
  const form = nils.getByRole('dialog', { name: 'New conversation' })
  await form.getByLabel('Contact email').fill('half@customer.test')
  await form.getByLabel('Subject').fill('Half written')
  const before = (await workspace.api.call(listAll, { query: {} })).total

  await nils.keyboard.press('Control+k')
  await nils.keyboard.type('unassigned')
  await nils.keyboard.press('Enter')
  await expect(nils).toHaveURL(/\/inboxes\/unassigned$/)
  expect((await workspace.api.call(listAll, { query: {} })).total).toBe(before)

  await expect(form.getByLabel('Subject')).toHaveValue('Half written')
  await expect(form.getByLabel('Contact email')).toHaveValue('half@customer.test')
  await nils.context().close()
})
