import { createRule, listRules } from '@parley/contract/automations/automations'
import type { Page } from '@playwright/test'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// An administrator creates a rule, tries it, sees it run on a real email, reads why, and reorders rules.

let page: Page

test.use({ workspace_of: 'automations' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  await workspace.conversation({ subject: 'Where is my parcel', text: 'It is late.', name: 'Rosa Ruiz' })
  const admin = await workspace.agent('Rufus', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, admin)
})
test.afterAll(() => page?.context().close())

const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const rows = () => page.getByRole('list', { name: 'Automations' }).getByRole('listitem')

async function tryOn(subject: string) {
  await page.getByRole('combobox', { name: /^Conversation/ }).click()
  await page.getByRole('option', { name: subject }).click()
  await page.getByRole('button', { name: 'Test rule', exact: true }).click()
}

test('a rule is validated at its fields, tried on a conversation before saving, and saved', async ({
  workspace,
}) => {
  await page.goto('/admin/automations')
  await expect(page.getByRole('heading', { name: 'No rules for new conversations yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New rule' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await bar().getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('Add at least one action')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Refunds are urgent')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: /^Field/ }).click()
  await page.getByRole('option', { name: 'Subject', exact: true }).click()
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('menuitem', { name: 'Set priority' }).click()
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('menuitem', { name: 'Add private note' }).click()
  await page.getByRole('textbox', { name: 'Add private note' }).click()
  await page.keyboard.type('Look at the order first')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Enter a value')).toBeVisible()
  await expect(page.getByText('Complete this action')).toHaveCount(1)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Value' }).fill('refund, invoice')
  await page.getByRole('combobox', { name: /^Set priority/ }).click()
  await page.getByRole('option', { name: 'High' }).click()

  await tryOn('Where is my parcel')
  const result = page.getByRole('region', { name: 'Test result' })
  await expect(result.getByText('It wouldn’t run')).toBeVisible()
  await expect(result.getByText('actual:  Where is my parcel')).toBeVisible()
  await page.getByRole('textbox', { name: 'Value' }).fill('parcel')
  await expect(page.getByText('The rule has changed since this test.')).toBeVisible()
  await page.getByRole('button', { name: 'Test rule', exact: true }).click()
  await expect(result.getByText('It would run')).toBeVisible()
  await expect(result.getByText('would be done')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Value' }).fill('refund, invoice')
  await page.keyboard.press('Control+s')
  await expect(rows()).toHaveText(/Refunds are urgent/)
  const [rule] = await workspace.api.call(listRules)
  expect(rule).toMatchObject({ type: 'new_conversation', enabled: true, matched_count: 0 })
})

test('the rule runs on an incoming email, and the timeline says why', async ({ workspace }) => {
  await workspace.mail({
    from: 'Ida Imhof <ida@customer.test>',
    subject: 'Refund for order 4811',
    text: 'I was charged twice.',
  })
  await page.goto('/inboxes/all')
  await desk.openConversation(page, 'Refund for order 4811')
  await expect(desk.message(page, 'Look at the order first')).toBeVisible()
  await expect(desk.propertyButton(page, 'Priority')).toContainText('High')
  await desk
    .messages(page)
    .getByRole('button', { name: /^Why\?.*priority/ })
    .click()
  const why = page.getByRole('dialog', { name: 'Why this happened' })
  await expect(why.getByText('The rule “Refunds are urgent” did this.')).toBeVisible()
  await expect(why.getByText('actual:  Refund for order 4811')).toBeVisible()
  await expect(why.getByText('done', { exact: true })).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await desk
    .message(page, 'Look at the order first')
    .getByRole('button', { name: /^Why\? Private note/ })
    .click()
  await expect(why.getByText('The rule “Refunds are urgent” did this.')).toBeVisible()
  await why.getByRole('link', { name: 'Open rule' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Refunds are urgent')
})

test('the rule shows its run, and what it would have done in the last days', async ({ workspace }) => {
  const actions = [{ type: 'send_private_note' as const, value: ['<p>Hello</p>'] }]
  const body = { name: 'Greets everybody', type: 'new_conversation' as const, rules: [{ actions }] }
  await workspace.api.call(createRule, { body })
  await page.getByRole('tab', { name: 'Past days' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page.getByText('The rule would have run 1 time')).toBeVisible()
  const matches = page.getByRole('list', { name: 'Matching conversations' }).getByRole('listitem')
  await matches.getByRole('button', { name: 'Refund for order 4811' }).click()
  await expect(matches.getByText('actual:  Refund for order 4811')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  const run = page.getByRole('list', { name: 'Runs' }).locator(':scope > li')
  await expect(run).toHaveCount(1)
  await run.getByRole('button', { name: 'Refund for order 4811' }).click()
  await expect(run.getByText('contains any of')).toBeVisible()
  await expect(run.getByText('Done', { exact: true })).toBeVisible()
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Result' }), 'Failed')
  await expect(page.getByRole('heading', { name: 'No runs with this result' })).toBeVisible()
  await desk.selectOption(
    page,
    page.getByRole('combobox', { name: 'Rule', exact: true }),
    'Refunds are urgent',
  )
  expect(await findViolations(page)).toEqual([])
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Result' }), 'Done')
  await expect(page).toHaveURL(/runs\?outcome=done$/)
  await expect(run).toHaveCount(1)
  await desk.selectOption(page, page.getByRole('combobox', { name: 'Rule', exact: true }), 'Greets everybody')
  await expect(page.getByRole('heading', { name: 'Greets everybody' })).toBeVisible()
  await expect(page).toHaveURL(/runs\?outcome=done$/)
  await expect(page.getByRole('heading', { name: 'No runs with this result' })).toBeVisible()
  await desk.selectOption(
    page,
    page.getByRole('combobox', { name: 'Rule', exact: true }),
    'Refunds are urgent',
  )
  await run.getByRole('button', { name: 'Refund for order 4811' }).click()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('rules are reordered by keyboard, disabled, and stop at the first match if set to', async ({
  workspace,
}) => {
  const { api } = workspace
  await page.goto('/admin/automations')
  await expect(rows()).toHaveCount(2)
  const before = await rows().getByRole('link').allInnerTexts()
  await desk.moveToEnd(page, before[0] ?? '', 2)
  await expect.poll(() => rows().getByRole('link').allInnerTexts()).toEqual(before.toReversed())
  await expect
    .poll(async () => (await api.call(listRules)).map(({ name }) => name))
    .toEqual(before.toReversed())
  await page.getByRole('switch', { name: 'Run Greets everybody' }).click()
  await desk.selectOption(
    page,
    page.getByRole('combobox', { name: 'When several rules match' }),
    'Stop at the first match',
  )
  await expect
    .poll(async () => (await api.call(listRules)).map((rule) => [rule.enabled, rule.execution_mode]))
    .toContainEqual([false, 'first_match'])
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(375)
})
