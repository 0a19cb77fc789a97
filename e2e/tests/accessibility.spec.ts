import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

let eve: Person
let uuid: string
test.beforeAll(async ({ workspace }) => {
  eve = await workspace.agent('Eve')
  uuid = await workspace.conversation({
    subject: 'Can everybody read this?',
    text: '<p>Hello <b>there</b>, <a href="https://example.com">a link</a> and a list:</p><ul><li>one</li></ul>',
    name: 'Axe',
  })
})

test('the sign-in page has no violations in either theme', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('for people who asked for less motion, a change of theme is one step', async ({ browser, parley }) => {
  const page = await desk.openSignedInPage(browser, parley.url, eve)
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, 'Hello there')).toBeVisible()
  await desk.waitUntilIdle(page)
  const light = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  // Looked at in the moment of the change: the page follows the system with its next frame.
  await page.evaluate(`void (globalThis.afterChange = new Promise((resolve) => {
    new MutationObserver(() => resolve({
      background: getComputedStyle(document.body).backgroundColor,
      animations: document.getAnimations().length,
    })).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  }))`)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await page.evaluate<{ background: string; animations: number }>('afterChange')
  expect(dark.background).not.toBe(light)
  expect(dark.animations).toBe(0)
  await page.context().close()
})

test('list, conversation, composer and dialogs have no violations in either theme', async ({
  browser,
  parley,
}) => {
  // Runs all axe rules a dozen times.
  test.slow()
  const page = await desk.openSignedInPage(browser, parley.url, eve)
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'Can everybody read this?')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, 'Hello there')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await desk.propertyButton(page, 'Assignee').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  await desk.writeInComposer(page, 'Private note', 'Words in the composer')
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Popovers are rendered at the end of the body, outside all landmarks; all axe rules apply to them as well.
  for (const name of [/^Your menu/, 'Snooze', 'More actions']) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Snooze' }).first().hover()
  await expect(page.locator('[data-base-ui-portal]').getByText('Snooze')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Emoji' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('h')
  await expect(page.getByRole('option', { name: 'Pick date and time' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('dialog', { name: 'New conversation' })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.context().close()
})
