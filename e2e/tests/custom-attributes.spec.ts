import { listCustomAttributes } from '@parley/contract/custom-attributes/custom-attributes'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Custom attributes: created by an administrator, filled in beside a conversation.

let page: Page
const dialog = () => page.getByRole('dialog')
const violations = () => findViolations(page)
const choose = async (field: string, option: string) => {
  await desk.selectOption(page, dialog().getByRole('combobox', { name: field }), option)
}

test.use({ workspace_of: 'custom-attributes' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const astrid = await workspace.agent('Astrid', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, astrid)
})
test.afterAll(() => page?.context().close())

test('a regex is tried before the attribute is created', async ({ workspace }) => {
  await page.goto('/admin/custom-attributes')
  await expect(page.getByText('No conversation attributes yet')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'New attribute' }).click()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('This cannot be empty').first()).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog().getByLabel('Name').fill('Order number')
  await expect(dialog().getByLabel('Key')).toHaveValue('order_number')
  await dialog().getByLabel('Description').fill('As it stands on the invoice')
  await dialog().getByLabel('Pattern').fill('(?=A)')
  await dialog().getByLabel('Test a value').fill('AB-1')
  await expect(dialog().getByText(/Look-around and back-references aren’t supported/)).toBeVisible()
  await dialog().getByLabel('Pattern').fill('^[A-Z]{2}-\\d{4}$')
  await dialog().getByLabel('Hint').fill('Two letters, a dash and four digits')
  await expect(dialog().getByText('Order number: Two letters, a dash and four digits')).toBeVisible()
  await dialog().getByLabel('Test a value').fill('AB-1234')
  await expect(dialog().getByText('This value is valid.')).toBeVisible()

  await page.context().setOffline(true)
  await dialog().getByRole('button', { name: 'Create attribute' }).click()
  await expect(dialog().getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await page.context().setOffline(false)
  await dialog().getByRole('button', { name: 'Create attribute' }).dblclick()
  await expect(dialog()).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Order number' })).toHaveCount(1)
  expect(await workspace.api.call(listCustomAttributes)).toMatchObject([
    { key: 'order_number', regex: '^[A-Z]{2}-\\d{4}$', applies_to: 'conversation' },
  ])
})

test('list options are typed one by one and reordered by keyboard', async ({ workspace }) => {
  await page.getByRole('link', { name: 'Contacts', exact: true }).last().click()
  await expect(page.getByText('No contact attributes yet')).toBeVisible()
  await page.getByRole('button', { name: 'New attribute' }).click()
  await dialog().getByLabel('Name').fill('Plan')
  await dialog().getByLabel('Description').fill('What they pay for')
  await choose('Type', 'List')
  await expect(dialog().getByLabel('Pattern')).toHaveCount(0)
  await dialog().getByRole('button', { name: 'Create attribute' }).click()
  await expect(dialog().getByText('Add at least one choice')).toBeVisible()
  await dialog().getByRole('button', { name: 'Add choice' }).click()
  await expect(dialog().getByLabel('Choice 1', { exact: true })).toBeFocused()
  for (const key of ['P', 'r', 'o', 'Enter', 'F', 'r', 'e', 'e', 'Alt+ArrowUp'])
    await page.keyboard.press(key)
  await expect(dialog().getByLabel('Choice 1', { exact: true })).toHaveValue('Free')
  await expect(dialog().getByLabel('Choice 1', { exact: true })).toBeFocused()
  await dialog().getByRole('button', { name: 'Create attribute' }).click()
  await expect(dialog()).toHaveCount(0)
  const created = await workspace.api.call(listCustomAttributes, { query: { applies_to: 'contact' } })
  expect(created).toMatchObject([{ key: 'plan', values: ['Free', 'Pro'] }])
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(dialog().getByLabel('Key')).toBeDisabled()
  await expect(dialog().getByRole('combobox', { name: 'Type' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('the attribute is filled in on a conversation and validated by its regex', async ({ workspace }) => {
  await workspace.conversation({
    subject: 'Attributes filled in',
    text: 'My order is late.',
    name: 'Otto Order',
  })
  await page.goto('/inboxes/all')
  await desk.openConversation(page, 'Attributes filled in')
  const details = desk.detailsPanel(page)
  await details.getByRole('button', { name: /^Order number/ }).click()
  await page.keyboard.type('nonsense')
  await page.keyboard.press('Enter')
  await expect(details.getByText(/Two letters, a dash and four digits/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('AB-1234')
  await page.keyboard.press('Enter')
  await expect(details.getByRole('button', { name: /AB-1234/ })).toBeVisible()
})

test('deleting shows how many values will be hidden', async () => {
  await page.goto('/admin/custom-attributes')
  await page.getByRole('button', { name: 'Actions for Order number' }).click()
  await page.getByRole('menuitem', { name: 'Delete attribute' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('1 conversation has a value')).toBeVisible()
  await question.getByRole('button', { name: 'Delete attribute' }).click()
  await expect(page.getByText('No conversation attributes yet')).toBeVisible()
})
