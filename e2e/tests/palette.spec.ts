import type { Page } from '@playwright/test'
import { expectNoFocus, first, openKeyboardPage, paletteOf, second } from '../fixtures/keyboard-page.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let page: Page

test.use({ workspace_of: 'palette' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await openKeyboardPage(browser, workspace)
})
test.afterAll(async () => {
  await page?.context().close()
})

const press = (keys: string) => page.keyboard.press(keys)
const palette = () => paletteOf(page)

test.describe('the palette', () => {
  test('opens with Ctrl+K including keys typed right away, tolerates typos and word order, and searches nested levels', async () => {
    await press('Control+k')
    await page.keyboard.type('snoze 3')
    await expect(palette().getByRole('combobox')).toHaveValue('snoze 3')
    await expect(palette().getByRole('option')).toHaveText(['Snooze › 3 hours', 'Search for “snoze 3”'])
    await palette().getByRole('combobox').fill('custom')
    await expect(palette().getByRole('option').first()).toContainText('Pick date and time')
    await palette().getByRole('combobox').fill('team assgn')
    await expect(palette().getByRole('option').first()).toContainText('Assign to team')
    await palette().getByRole('combobox').fill('qqqq')
    await expect(palette().getByRole('option')).toHaveText(['Search for “qqqq”'])
    await press('Control+k')
    await expect(palette()).toHaveCount(0)
  })

  test('explains its keys', async () => {
    await press('Control+k')
    for (const hint of ['Enter to select', '↑↓ to navigate', 'Esc to close', 'Backspace to go to parent'])
      await expect(palette().getByText(hint, { exact: true })).toBeVisible()
    await press('Escape')
    await expect(palette()).toHaveCount(0)
  })

  test('jumps to a conversation, and lists recent choices first', async () => {
    await press('Control+k')
    await page.keyboard.type('kay two')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: second })).toBeVisible()
    const number = await page
      .getByText(/^#\d+$/)
      .first()
      .innerText()
    await press('Control+k')
    await page.keyboard.type('mark unread')
    await press('Escape')
    await press('Control+k')
    await page.keyboard.type(number)
    await expect(palette().getByRole('option').first()).toContainText(second)
    await press('Escape')
    await press('Control+k')
    await expect(palette().getByText('Recent conversations')).toBeVisible()
    await page.keyboard.type('keys one')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible()
    await press('Control+k')
    await page.keyboard.type('copy reference')
    await press('Enter')
    await press('Control+k')
    await expect(palette().getByRole('option').first()).toContainText('Copy reference number')
    await press('Escape')
    await expect(palette()).toHaveCount(0)
  })

  test('returns the focus to the conversation that is open now, not to the one from which it was opened', async () => {
    await press('Control+k')
    await page.keyboard.type('kay two')
    await press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: second })).toBeVisible()
    await press('Control+k')
    await expect(palette().getByRole('combobox')).toBeFocused()
    await page.goBack()
    const openRow = page.locator('[data-row][aria-current]')
    await expect(openRow).toContainText(first)
    await press('Escape')
    await expect(palette()).toHaveCount(0)
    await expect(openRow).toBeFocused()
    await press('Control+k')
    await page.keyboard.type('copy reference')
    await expect(palette().getByRole('option').first()).toContainText('Copy reference number')
    await press('Escape')
    await expect(palette()).toHaveCount(0)
  })

  for (const [what, take] of [
    ['the body', 'document.activeElement.blur()'],
    ['its own frame', `document.querySelector('[role="dialog"]').focus()`],
  ] as const) {
    test(`gets its keys back after ${what} had the focus`, async () => {
      const row = page.getByRole('option', { selected: true })
      await press('Control+k')
      await expect(palette().getByRole('combobox')).toBeFocused()
      await page.evaluate(take)
      await page.keyboard.type('e')
      await expect(palette().getByRole('combobox')).toHaveValue('e')
      await page.evaluate(take)
      await page.keyboard.type('moji nowhere')
      await expect(palette().getByRole('combobox')).toHaveValue('emoji nowhere')
      await expect(row).toHaveText('Search for “emoji nowhere”')
      await page.evaluate(take)
      await press('Enter')
      await expect(page).toHaveURL(/\/inboxes\/search\?q=emoji/)
      await page.goBack()
      await expect(desk.propertyButton(page, 'Status')).toContainText('Open')
    })
  }

  test('loses no key typed right after Esc', async () => {
    for (const [key, level] of [
      ['h', 'Snooze'],
      ['p', 'Set priority'],
      ['a', 'Assign to agent'],
      ['s', 'Set status'],
    ] as const) {
      await press('Control+k')
      await expect(palette()).toBeVisible()
      await press('Escape')
      await press(key)
      await expect(palette().getByText(level, { exact: true })).toBeVisible()
      await press('Escape')
      await expect(palette()).toHaveCount(0)
    }
    await press('Control+k')
    await expect(palette()).toBeVisible()
    await press('Escape')
    await press('n')
    await expect(desk.composer(page).getByRole('textbox', { name: 'Private note' })).toBeFocused()
    await press('Escape')
    await expectNoFocus(page)
  })
})
