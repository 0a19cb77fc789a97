import { listMacros } from '@parley/contract/macros/macros'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Macros in the admin area.

let page: Page
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const violations = () => findViolations(page)

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const wanda = await workspace.agent('Mabel', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, wanda)
})
test.afterAll(() => page?.context().close())

test('a macro is created with a variable and an action, and previewed', async ({ workspace }) => {
  // The template engine arrives after the last change.
  const typed = Promise.withResolvers<void>()
  await page.route(/render-template/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/admin/conversations/macros/new')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  expect(await violations()).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(page.getByText('This cannot be empty')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Wanda says hello')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('Hello ')
  await page.getByRole('button', { name: 'Insert variable' }).click()
  await page.getByRole('menuitem', { name: 'Contact’s first name' }).click()
  await expect(page.getByRole('region', { name: /^Preview/ })).toContainText('Hello {{ contact.first_name }}')
  typed.resolve()
  await expect(page.getByRole('region', { name: /^Preview/ })).toContainText('Hello Sam')
  await page.getByRole('button', { name: 'Add action' }).click()
  await expect(page.getByRole('menuitem', { name: 'Set status' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Set status' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Choose what this action sets')).toBeVisible()
  await page.getByRole('combobox', { name: 'Set status' }).click()
  await expect(page.getByRole('option', { name: 'Snoozed' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Resolved' }).click()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/admin\/conversations\/macros$/)
  const macros = await workspace.api.call(listMacros)
  expect(macros.find(({ name }) => name === 'Wanda says hello')).toMatchObject({
    message_content: '<p>Hello {{ contact.first_name }}</p>',
    actions: [{ type: 'set_status', display_value: ['Resolved'] }],
    visible_when: ['replying'],
  })
})

test('a macro opens unchanged, is duplicated, and keeps what was typed while the server is down', async () => {
  await page.getByRole('button', { name: 'Actions for Wanda says hello' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Copy of Wanda says hello')
  await expect(bar()).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' again')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await page.context().setOffline(false)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text' })).toContainText('again')
  await bar().getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('textbox', { name: 'Text' })).not.toContainText('again')
})

test('text that is typed while a macro is being saved stays, and is saved next', async ({ workspace }) => {
  const text = page.getByRole('textbox', { name: 'Text' })
  const saved = async () =>
    (await workspace.api.call(listMacros)).find(({ name }) => name.startsWith('Copy of'))?.message_content
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' again')
  const heldResponse = Promise.withResolvers<void>()
  await page.route('**/api/v1/macros/*', async (route) => {
    if (route.request().method() === 'PUT') await heldResponse.promise
    await route.continue()
  })
  const update = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Control+s')
  await update
  await page.keyboard.type(' and again')
  heldResponse.resolve()
  await expect(page.getByText('Macro saved.')).toBeVisible()
  await expect(bar()).toContainText('1 unsaved change')
  expect(await saved()).toBe('<p>Hello {{ contact.first_name }} again</p>')
  await page.keyboard.type('!')
  await page.unroute('**/api/v1/macros/*')
  await page.keyboard.press('Control+s')
  await expect.poll(saved).toBe('<p>Hello {{ contact.first_name }} again and again!</p>')
  await expect(bar()).toHaveCount(0)
})

test('deleting a macro asks first and says what is kept', async () => {
  await page.goto('/admin/conversations/macros')
  await page.getByRole('button', { name: 'Actions for Copy of Wanda says hello' }).click()
  await page.getByRole('menuitem', { name: 'Delete macro' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(/Its past changes to conversations are kept/)).toBeVisible()
  await question.getByRole('button', { name: 'Delete macro' }).click()
  await expect(page.getByRole('link', { name: 'Copy of Wanda says hello' })).toHaveCount(0)
})
