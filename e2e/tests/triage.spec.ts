import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

let tria: Person
let page: Page
test.beforeAll(async ({ workspace }) => {
  tria = await workspace.agent('Tria')
  await workspace.agent('Trygve')
})
test.beforeEach(async ({ browser, parley }) => {
  page = await desk.openSignedInPage(browser, parley.url, tria)
})
test.afterEach(() => page.context().close())

const menu = (subject: string) => page.getByRole('menu', { name: `Actions for “${subject}”` })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const count = (list: string) => page.getByRole('link', { name: list, exact: true })

async function incoming(workspace: { conversation(v: object): Promise<string> }, subject: string) {
  await workspace.conversation({ subject, text: 'Where is it?', name: `${subject} sender` })
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, subject)).toBeVisible()
}

test('. opens the menu of the row under the cursor, whose keys work in it', async ({ workspace }) => {
  const subject = 'Menu by key'
  await incoming(workspace, subject)
  await desk.conversationRow(page, subject).getByRole('link').focus()
  await page.keyboard.press('.')
  await expect(menu(subject)).toBeVisible()

  await page.keyboard.press('a')
  await expect(item('Trygve')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item('Trygve')).toHaveCount(0)
  await expect(menu(subject)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(desk.conversationRow(page, subject).getByRole('link')).toBeFocused()

  await page.keyboard.press('.')
  await page.keyboard.press('i')
  await expect(menu(subject)).toHaveCount(0)
  await expect(
    desk.conversationRow(page, subject).getByRole('img', { name: /^Assigned to Tria/ }),
  ).toBeVisible()
  await page.keyboard.press('.')
  await page.keyboard.press('e')
  await expect(desk.conversationRow(page, subject)).toHaveCount(0)
})

test('a right click opens it as well, and on a selected row it applies to all selected ones', async ({
  workspace,
}) => {
  await incoming(workspace, 'Menu by mouse one')
  await incoming(workspace, 'Menu by mouse two')
  await desk.conversationRow(page, 'Menu by mouse one').click({ button: 'right' })
  await expect(menu('Menu by mouse one')).toBeVisible()
  await desk
    .conversationRow(page, 'Menu by mouse two')
    .click({ button: 'right', position: { x: 200, y: 10 } })
  await expect(menu('Menu by mouse two')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(1)
  await item('Select conversation').click()
  await desk.conversationRow(page, 'Menu by mouse one').getByRole('checkbox').click()

  await desk.conversationRow(page, 'Menu by mouse one').click({ button: 'right' })
  await expect(page.getByRole('menu', { name: '2 selected' })).toBeVisible()
  await item('Set priority').click()
  await item('High').click()
  await page.keyboard.press('Escape')
  for (const subject of ['Menu by mouse one', 'Menu by mouse two']) {
    await desk.openConversation(page, subject)
    await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
  }
})

test('a long press on a row opens it, and does not open the conversation', async ({ browser, workspace }) => {
  const subject = 'Menu by finger'
  await workspace.conversation({ subject, text: 'Where is it?', name: 'Finger sender' })
  const phone = await desk.openSignedInPage(browser, workspace.parley.url, tria, {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  })
  await phone.goto('/inboxes/all')
  const row = desk.conversationRow(phone, subject).getByRole('link')
  const box = await row.boundingBox()
  if (!box) throw new Error('The row was not found')
  const at = { x: box.x + 120, y: box.y + 20 }
  const session = await phone.context().newCDPSession(phone)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(phone.getByRole('menu', { name: `Actions for “${subject}”` })).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(phone.getByRole('menuitem', { name: 'Resolve' })).toBeVisible()
  await expect(phone).toHaveURL(/\/inboxes\/all$/)
  await phone.getByRole('menuitem', { name: 'Resolve' }).tap()
  await expect(desk.conversationRow(phone, subject)).toHaveCount(0)
  await phone.context().close()
})

test('the count beside a list is updated live', async ({ browser, workspace }) => {
  const subject = 'Counted for Tria'
  await incoming(workspace, subject)
  await expect(count('My inbox')).not.toHaveAccessibleDescription(/conversation/)
  const otherPage = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Trond'))
  await otherPage.goto('/inboxes/all')
  await desk.openConversation(otherPage, subject)
  await desk.chooseProperty(otherPage, 'Assignee', /^Tria/)
  await expect(count('My inbox')).toHaveAccessibleDescription('1 conversation')
  await otherPage.keyboard.press('e')
  await expect(count('My inbox')).not.toHaveAccessibleDescription(/conversation/)
  await otherPage.context().close()
})

test('a key pressed as soon as a conversation is rendered acts on it', async ({ workspace }) => {
  const subject = 'Drawn and resolved'
  await incoming(workspace, subject)
  // Faster than any person: the key arrives together with the heading, before the browser has painted it.
  await page.evaluate(`
    const watch = new MutationObserver(() => {
      if (![...document.querySelectorAll('h2')].some((one) => one.textContent === '${subject}')) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
    })
    watch.observe(document.body, { childList: true, subtree: true })`)
  await desk.conversationRow(page, subject).getByRole('link').click()
  await expect(desk.propertyButton(page, 'Status')).toContainText('Resolved')
})

test('just after a reload, keys pressed after Enter act on the conversation that it opens', async ({
  workspace,
}) => {
  const subject = 'Opened and resolved'
  await incoming(workspace, subject)
  await page.reload({ waitUntil: 'commit' })
  await desk.conversationRow(page, subject).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  await expect(desk.propertyButton(page, 'Status')).toContainText('Resolved')
})

test('u also returns to an empty list', async ({ workspace }) => {
  const subject = 'Back to nothing'
  const uuid = await workspace.conversation({ subject, text: 'Where is it?', name: 'Back sender' })
  const nothing = JSON.stringify([{ field: 'subject', operator: 'contains', value: 'of no conversation' }])
  await page.goto(`/inboxes/all/conversation/${uuid}?filters=${encodeURIComponent(nothing)}`)
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('No conversation open')).toBeVisible()
  await expect(page.getByText('No conversations found')).toBeVisible()
})

test('a command that navigates leaves no dialog open', async ({ workspace }) => {
  await incoming(workspace, 'Left while merging')
  await page.goto('/contacts')
  await page.getByRole('link', { name: /^Left while merging sender/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Left while merging sender/ })).toBeVisible()
  const command = async (name: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await command('merge')
  await expect(page.getByRole('dialog', { name: /^Merge/ })).toBeVisible()
  await command('unassigned')
  await expect(page.getByRole('heading', { level: 1, name: 'Unassigned' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]:focus')).toBeVisible()
})

test.describe('with a focused row beside an open conversation', () => {
  const rowLink = (subject: string) => page.locator('[data-row]').filter({ hasText: subject })

  /** Three conversations, newest first. The first is open, and the second one's row has the focus. */
  async function focusSecond(workspace: Parameters<typeof incoming>[0], name: string) {
    for (const order of ['third', 'second', 'first'])
      await workspace.conversation({
        subject: `${name} ${order}`,
        text: 'Where is it?',
        name: `${name} ${order} sender`,
      })
    await page.goto('/inboxes/all')
    await desk.openConversation(page, `${name} first`)
    await page.keyboard.press('j')
    await expect(rowLink(`${name} second`)).toBeFocused()
  }
  const expectOpenUntouched = (name: string) =>
    expect(desk.conversationRow(page, `${name} first`).getByRole('link')).toBeVisible()

  test('keys act on the focused row, and the focus moves to the next one', async ({ workspace }) => {
    await focusSecond(workspace, 'Focused')
    await page.keyboard.press('e')
    await expect(desk.conversationRow(page, 'Focused second')).toHaveCount(0)
    await expect(rowLink('Focused third')).toBeFocused()
    await page.keyboard.press('i')
    await expect(
      desk.conversationRow(page, 'Focused third').getByRole('img', { name: /^Assigned to Tria/ }),
    ).toBeVisible()
    await page.keyboard.press('e')
    await expect(desk.conversationRow(page, 'Focused third')).toHaveCount(0)
    await expectOpenUntouched('Focused')
    await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
    await expect(desk.propertyButton(page, 'Assignee')).not.toContainText('Tria')
  })

  test('also after the open conversation has left the list', async ({ workspace }) => {
    await focusSecond(workspace, 'Departed')
    await page.keyboard.press('k')
    await page.keyboard.press('e')
    await expect(desk.conversationRow(page, 'Departed first')).toHaveCount(0)
    await expect(desk.propertyButton(page, 'Status')).toContainText('Resolved')
    await page.keyboard.press('j')
    await expect(rowLink('Departed second')).toBeFocused()
    await page.keyboard.press('e')
    await expect(desk.conversationRow(page, 'Departed second')).toHaveCount(0)
    await expect(desk.propertyButton(page, 'Status'), 'the open one is not reopened').toContainText(
      'Resolved',
    )
  })

  test('the palette acts on it as well, and the focus returns to the list', async ({ workspace }) => {
    await focusSecond(workspace, 'Chosen')
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await expect(desk.conversationRow(page, 'Chosen second')).toHaveCount(0)
    await expect(rowLink('Chosen third')).toBeFocused()
    await expectOpenUntouched('Chosen')
  })

  test('r opens it with the composer focused', async ({ workspace }) => {
    await focusSecond(workspace, 'Answered')
    await page.keyboard.press('r')
    await expect(page.getByRole('heading', { level: 2, name: 'Answered second' })).toBeVisible()
    await expect(desk.composer(page).getByRole('textbox', { name: 'Reply' })).toBeFocused()
  })

  test('clicking the open conversation makes keys act on it again', async ({ workspace }) => {
    await focusSecond(workspace, 'Clicked')
    await page.getByRole('heading', { level: 2, name: 'Clicked first' }).click()
    await page.keyboard.press('e')
    await expect(desk.conversationRow(page, 'Clicked first')).toHaveCount(0)
    await expect(desk.conversationRow(page, 'Clicked second')).toBeVisible()
  })

  test('a focused row that was scrolled out of view is not acted on', async ({ workspace }) => {
    for (let number = 1; number <= 12; number += 1)
      await workspace.conversation({ subject: `Filler ${number}`, text: 'Where is it?', name: 'Filler' })
    await focusSecond(workspace, 'Hidden')
    const list = page.locator('[data-rows]')
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rowLink('Hidden second')).not.toBeInViewport()
    await page.keyboard.press('e')
    await list.evaluate((element) => element.scrollTo(0, 0))
    await expect(rowLink('Hidden second')).toBeVisible()
    await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
  })
})
