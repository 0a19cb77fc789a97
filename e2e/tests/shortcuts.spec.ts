import type { Page } from '@playwright/test'
import { expectNoFocus, first, openKeyboardPage, paletteOf, second } from '../fixtures/keyboard-page.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await openKeyboardPage(browser, workspace)
})
test.afterAll(async () => {
  await page?.context().close()
})

const press = (keys: string) => page.keyboard.press(keys)
const palette = () => paletteOf(page)

test.describe('on a conversation', () => {
  for (const [key, level, placeholder] of [
    ['a', 'Assign to agent', 'Search agents…'],
    ['t', 'Assign to team', 'Search teams…'],
    ['p', 'Set priority', 'Search priorities…'],
    ['l', 'Add or remove tags', 'Search tags…'],
    ['s', 'Set status', 'Search statuses…'],
    ['h', 'Snooze', 'Snooze for how long?'],
    ['m', 'Apply macro', 'Search macros…'],
  ] as const) {
    test(`${key} opens the ${level} level of the palette, Backspace goes to its parent, Esc closes`, async () => {
      await press(key)
      await expect(palette().getByText(level, { exact: true })).toBeVisible()
      await expect(palette().getByPlaceholder(placeholder)).toBeFocused()
      await page.keyboard.type('zq')
      await expect(
        palette().getByText(/^(No matching (agents|teams|priorities|tags|statuses|macros)|Try “tomorrow 9”)/),
      ).toBeVisible()
      await press('Backspace')
      await press('Backspace')
      await press('Backspace')
      await expect(palette().getByPlaceholder('Type a command or search…')).toBeFocused()
      await press('Escape')
      await expect(palette()).toHaveCount(0)
    })
  }

  test('i assigns to me, e resolves, and e reopens', async () => {
    await press('i')
    await expect(desk.propertyButton(page, 'Assignee')).toContainText('Kit Agent')
    await press('e')
    await expect(desk.propertyButton(page, 'Status')).toContainText('Resolved')
    // Key handling follows the screen within a frame, which a test can outrun but a person cannot.
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))')
    await press('e')
    await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
    await press('a')
    await page.keyboard.type('no assignee')
    await press('Enter')
    await expect(desk.propertyButton(page, 'Assignee')).toContainText('No assignee')
  })

  for (const [key, name] of [
    ['r', 'Reply'],
    ['n', 'Private note'],
  ] as const) {
    test(`${key} focuses the ${name} field, where keys are text, and Esc returns to shortcuts`, async () => {
      await press(key)
      const field = desk.composer(page).getByRole('textbox', { name, exact: true })
      await expect(field).toBeFocused()
      await page.keyboard.type('eja?c')
      await expect(field).toHaveText('eja?c')
      await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await press('Control+a')
      await press('Delete')
      await press('Escape')
      await expectNoFocus(page)
      await press('h')
      await expect(palette()).toBeVisible()
      await press('Escape')
      await expect(palette()).toHaveCount(0)
    })
  }

  test('] collapses the details and [ the panel, Ctrl+B expands the main navigation', async () => {
    const panel = page.getByRole('navigation', { name: 'Inboxes' })
    await press(']')
    await expect(desk.detailsPanel(page)).toHaveCount(0)
    await press(']')
    await expect(desk.detailsPanel(page)).toBeVisible()
    await press('[')
    await expect(panel).toHaveCount(0)
    await press('[')
    await expect(panel).toBeVisible()
    const bar = page.getByRole('navigation', { name: 'Main' })
    await press('Control+b')
    await expect(bar.getByText('Inboxes', { exact: true })).toBeVisible()
    await press('Control+b')
    await expect(bar.getByText('Inboxes', { exact: true })).toHaveCount(0)
  })
})

test.describe('everywhere', () => {
  test('? shows the shortcut sheet, which is searchable and blocks other shortcuts', async () => {
    await press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('Assign to agent')).toBeVisible()
    await page.keyboard.type('resolve')
    await expect(sheet.getByRole('term')).toHaveText(['Resolve'])
    await press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
  })

  test('c starts a conversation, and Esc closes the innermost layer first', async () => {
    await press('c')
    const dialog = page.getByRole('dialog', { name: 'New conversation' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Team' }).click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('a menu and a tooltip show the key', async () => {
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await expect(page.getByRole('menuitem', { name: /Mark as unread/ })).toContainText('Shift')
    await press('Escape')
    await page.getByRole('button', { name: 'Snooze' }).first().hover()
    await expect(page.locator('[data-base-ui-portal]').getByText('H', { exact: true })).toBeVisible()
    await page.mouse.move(0, 0)
  })
})

test.describe('in the list', () => {
  const row = (subject: string) => desk.conversationRow(page, subject).getByRole('link')

  test('u goes back, j, k and the arrow keys move, Enter and o open', async () => {
    await press('u')
    await expect(page.getByText('No conversation open')).toBeVisible()
    await expect(row(first)).toBeFocused()
    await press('j')
    await expect(row(second)).toBeFocused()
    await press('k')
    await expect(row(first)).toBeFocused()
    await press('ArrowDown')
    await expect(row(second)).toBeFocused()
    await press('ArrowUp')
    await expect(row(first)).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible()
    await press('u')
    await press('j')
    await press('o')
    await expect(page.getByRole('heading', { level: 2, name: second })).toBeVisible()
  })

  test('x selects the row and Esc clears the selection', async () => {
    await press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await press('Escape')
    await expect(page.getByText('1 selected')).toHaveCount(0)
  })

  test('a keyboard with another script is read by key position', async () => {
    await press('u')
    await expect(row(second)).toBeFocused()
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', bubbles: true, cancelable: true }))`,
    )
    await expect(row(first)).toBeFocused()
  })

  test('arrow keys also reach the list when nothing has the focus', async () => {
    await page.evaluate('document.activeElement.blur()')
    await press('ArrowDown')
    await expect(row(second)).toBeFocused()
  })
})

test.describe('sequences', () => {
  const hint = () => page.getByRole('status', { name: 'Waiting for the second key' })
  /** It is shown for a second, which a busy machine may miss. */
  const seeHint = () =>
    expect(async () => {
      await expect(hint()).toHaveCount(0)
      await press('g')
      await expect(hint()).toContainText('My inbox', { timeout: 900 })
      await expect(hint()).toContainText('reports', { ignoreCase: true, timeout: 900 })
    }).toPass()

  for (const [key, path] of [
    ['u', '/inboxes/unassigned'],
    ['c', '/contacts'],
    ['a', '/inboxes/all'],
    ['s', '/admin'],
    ['r', '/reports/overview'],
    ['m', '/inboxes/assigned'],
  ] as const) {
    test(`g ${key} goes to ${path}`, async () => {
      await desk.pressSequence(page, 'g', key)
      await expect(page).toHaveURL(new RegExp(`${path}(/general)?$`))
      await expect(hint()).toHaveCount(0)
    })
  }

  test('a second key that arrives while the page is busy still completes the sequence', async () => {
    await page.evaluate(`
      const press = (key) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      press('g')
      for (const end = performance.now() + 1200; performance.now() < end; );
      press('u')`)
    await expect(page).toHaveURL(/\/inboxes\/unassigned$/)
  })

  test('g shows the possible keys, and the sequence ends after a second', async () => {
    await seeHint()
    await expect(hint()).toHaveCount(0)
  })

  test('/ opens the search, whose field receives the keys', async () => {
    await press('/')
    await expect(page).toHaveURL(/\/inboxes\/search/)
    await expect(page.getByRole('combobox').or(page.getByRole('searchbox')).first()).toBeFocused()
    await press('Escape')
    await press('Escape')
    await desk.pressSequence(page, 'g', 'm')
    await expect(page).toHaveURL(/\/inboxes\/assigned$/)
  })

  test('after a second the sequence ends, and the second key acts on its own', async () => {
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await desk.openConversation(page, first)
    await seeHint()
    await expect(hint()).toHaveCount(0)
    await press('a')
    await expect(palette().getByText('Assign to agent', { exact: true })).toBeVisible()
    await press('Escape')
  })
})
