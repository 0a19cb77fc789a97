import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { createCustomAttribute } from '@parley/contract/custom-attributes/custom-attribute-writes'
import {
  type CustomAttribute,
  listCustomAttributes,
} from '@parley/contract/custom-attributes/custom-attributes'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

const subject = 'What is known about me?'
let sina: { page: Page; person: Person }
let simon: { page: Page; person: Person }
let uuid: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  const defineAttribute = (
    applies_to: CustomAttribute['applies_to'],
    name: string,
    data_type: CustomAttribute['data_type'],
    options: { values?: string[]; regex?: string; regex_hint?: string } = {},
  ) =>
    api.call(createCustomAttribute, {
      body: {
        name,
        description: name,
        applies_to,
        key: name.toLowerCase().replaceAll(' ', '_'),
        data_type,
        ...options,
      },
    })
  if ((await api.call(listCustomAttributes)).length === 0) {
    await defineAttribute('contact', 'Company', 'text')
    await defineAttribute('contact', 'Plan', 'list', { values: ['Free', 'Pro'] })
    await defineAttribute('conversation', 'Order', 'text', {
      regex: '^\\d{4}$',
      regex_hint: 'an order has four digits',
    })
    await defineAttribute('conversation', 'Amount', 'number')
    await defineAttribute('conversation', 'Invoice', 'link')
    await defineAttribute('conversation', 'Urgent', 'checkbox')
    await defineAttribute('conversation', 'Renewal', 'date')
  }
  const open = async (name: string) => {
    const person = await workspace.agent(name)
    return { person, page: await desk.openSignedInPage(browser, parley.url, person) }
  }
  sina = await open('Sina')
  simon = await open('Simon')
  await workspace.conversation({ subject: 'Asked before', text: 'Hello', name: 'Known' })
  uuid = await workspace.conversation({ subject, text: 'Do you know me?', name: 'Known' })
  await api.call(assignUser, { params: { uuid }, body: { assignee_id: simon.person.id } })
  for (const { page } of [sina, simon]) {
    await page.goto(`/inboxes/all/conversation/${uuid}`)
    await expect(desk.message(page, 'Do you know me?')).toBeVisible()
    await page.evaluate('window.never_reloaded = true')
  }
})
test.afterAll(async () => {
  for (const user of [sina, simon]) {
    expect(await user?.page.evaluate('window.never_reloaded')).toBe(true)
    await user?.page.context().close()
  }
})

const value = (page: Page, name: string) =>
  desk.detailsPanel(page).getByRole('button', { name: new RegExp(`^${name}: `) })
const field = (page: Page, name: string) =>
  desk.detailsPanel(page).getByRole('textbox', { name, exact: true })

test('Enter saves a value, and the other browser sees it', async () => {
  await value(sina.page, 'Company').click()
  await field(sina.page, 'Company').fill('Acme')
  await sina.page.keyboard.press('Enter')
  await expect(value(sina.page, 'Company')).toBeFocused()
  await expect(value(simon.page, 'Company')).toContainText('Acme')

  await value(sina.page, 'Amount').press('Enter')
  await field(sina.page, 'Amount').fill('1234.5')
  await field(sina.page, 'Amount').blur()
  await expect(value(simon.page, 'Amount')).toContainText('1234.5')
})

test('Esc restores the previous value', async () => {
  await value(sina.page, 'Company').click()
  await field(sina.page, 'Company').fill('Something else')
  await sina.page.keyboard.press('Escape')
  await expect(value(sina.page, 'Company')).toContainText('Acme')
  await expect(value(sina.page, 'Company')).toBeFocused()
})

test('a rejected value stays in its field with the reason beside it', async () => {
  await value(sina.page, 'Amount').click()
  await field(sina.page, 'Amount').fill('many')
  await sina.page.keyboard.press('Enter')
  await expect(desk.detailsPanel(sina.page).getByRole('alert')).toHaveText(
    'Amount must be a number, such as 42 or 3.5',
  )
  await sina.page.keyboard.press('Escape')

  // Only the server can validate this one.
  await value(sina.page, 'Order').click()
  await field(sina.page, 'Order').fill('12')
  await sina.page.keyboard.press('Enter')
  await expect(desk.detailsPanel(sina.page).getByRole('alert')).toHaveText('Order: an order has four digits')
  await expect(field(sina.page, 'Order')).toHaveValue('12')
  await expect(value(simon.page, 'Order')).toContainText('Not set')
  await field(sina.page, 'Order').fill('4811')
  await sina.page.keyboard.press('Enter')
  await expect(value(simon.page, 'Order')).toContainText('4811')
})

test('lists, checkboxes, dates and links have their own editors', async () => {
  await desk.chooseProperty(sina.page, 'Plan', 'Pro')
  await expect(desk.propertyButton(simon.page, 'Plan')).toContainText('Pro')
  await desk.chooseProperty(sina.page, 'Plan', 'None')
  await expect(desk.propertyButton(simon.page, 'Plan')).toContainText('Not set')

  await desk.detailsPanel(sina.page).getByRole('checkbox', { name: 'Urgent' }).click()
  await expect(desk.detailsPanel(simon.page).getByRole('checkbox', { name: 'Urgent' })).toBeChecked()

  await value(sina.page, 'Renewal').click()
  const date = desk.detailsPanel(sina.page).getByLabel('Renewal', { exact: true })
  await date.fill('2026-12-31')
  await date.press('Enter')
  await expect(value(simon.page, 'Renewal')).toContainText('31 Dec 2026')

  await value(sina.page, 'Invoice').click()
  await field(sina.page, 'Invoice').fill('javascript:alert(1)')
  await sina.page.keyboard.press('Enter')
  await expect(desk.detailsPanel(sina.page).getByRole('alert')).toContainText('starts with https://')
  await field(sina.page, 'Invoice').fill('https://pay.example/4811')
  await sina.page.keyboard.press('Enter')
  const link = desk.detailsPanel(simon.page).getByRole('link', { name: 'pay.example/4811' })
  await expect(link).toHaveAttribute('href', 'https://pay.example/4811')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
})

test('the palette edits an attribute as well', async () => {
  await sina.page.keyboard.press('Control+k')
  await expect(sina.page.getByRole('dialog')).toBeVisible()
  await sina.page.keyboard.type('Edit attribute')
  await sina.page.keyboard.press('Enter')
  await sina.page.keyboard.type('Company')
  await sina.page.keyboard.press('Enter')
  await expect(field(sina.page, 'Company')).toBeFocused()
  await sina.page.keyboard.type('Acme Ltd')
  await sina.page.keyboard.press('Enter')
  await expect(value(simon.page, 'Company')).toContainText('Acme Ltd')
})

test('the history shows who changed what, live, opened by key or from a line of the thread', async () => {
  await simon.page.keyboard.press('w')
  const trail = simon.page.getByRole('dialog', { name: 'History' })
  await expect(trail.getByRole('listitem').first()).toContainText(
    'Sina Agent changed the contact’s attributes',
  )
  await expect(trail.getByRole('listitem').first()).toContainText('Acme → changed to Acme Ltd')
  await desk.chooseProperty(sina.page, 'Priority', 'High')
  await expect(trail.getByRole('listitem').first()).toContainText('Sina Agent changed the priority')
  await expect(trail).not.toContainText('Do you know me?')
  await simon.page.keyboard.press('Escape')
  await expect(trail).toBeHidden()

  await desk.chooseProperty(sina.page, 'Priority', 'Low')
  const line = desk.messages(simon.page).getByText('Sina Agent set the priority to High')
  await line.getByRole('button', { name: 'Why did this happen?' }).click()
  await expect(trail.locator('[aria-current]')).toContainText('High')
  await expect(trail.getByRole('listitem').first()).toContainText('High')
  await trail.getByRole('button', { name: 'Show newer changes' }).click()
  await expect(trail.getByRole('listitem').first()).toContainText('Low')
  await simon.page.keyboard.press('Escape')
})

test('participants are people, previous conversations open, and collapsed sections stay collapsed', async () => {
  const panel = desk.detailsPanel(sina.page)
  await expect(panel.getByText('System')).toHaveCount(0)
  const fold = panel.getByRole('button', { name: /^Participants/ })
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await panel.getByRole('link', { name: /^Asked before ./ }).click()
  await expect(sina.page.getByRole('heading', { level: 2, name: 'Asked before' })).toBeVisible()
  await expect(desk.detailsPanel(sina.page).getByRole('button', { name: /^Participants/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await expect(value(sina.page, 'Company')).toContainText('Acme Ltd')
  await expect(value(sina.page, 'Amount')).toContainText('Not set')
})

test("the contact's page shows the same values, and changes there appear in the panel", async () => {
  await desk.detailsPanel(sina.page).getByRole('link', { name: 'Known', exact: true }).click()
  const part = sina.page.getByRole('region', { name: 'Contact attributes' })
  await expect(part.getByRole('button', { name: /^Company: / })).toContainText('Acme Ltd')
  await part.getByRole('button', { name: /^Company: / }).click()
  await part.getByRole('textbox', { name: 'Company' }).fill('Acme GmbH')
  await sina.page.keyboard.press('Enter')
  await expect(value(simon.page, 'Company')).toContainText('Acme GmbH')
  await expect(desk.detailsPanel(simon.page).getByRole('button', { name: 'Notes' })).toBeVisible()
})

test('panel, editor and history have no violations at 375 px in either theme', async ({
  browser,
  parley,
}) => {
  const page = await desk.openSignedInPage(browser, parley.url, sina.person, {
    viewport: { width: 375, height: 812 },
  })
  const violations = () => findViolationsInBothThemes(page)
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await page.getByRole('button', { name: 'Show or hide details' }).click()
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: /^Amount: / }).click()
  await drawer.getByRole('textbox', { name: 'Amount' }).fill('many')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('alert')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.keyboard.press('Escape')
  // Esc closed the field, but not the drawer around it.
  await expect(drawer.getByRole('button', { name: /^Amount: / })).toBeFocused()
  await drawer.getByRole('button', { name: 'History' }).click()
  const trail = page.getByRole('dialog', { name: 'History' })
  await expect(trail.getByRole('listitem').first()).toBeVisible()
  expect(await violations()).toEqual([])
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await page.context().close()
})
