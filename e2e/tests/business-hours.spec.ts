import { listBusinessHours } from '@parley/contract/business-hours/business-hours'
import { listSlaPolicies } from '@parley/contract/sla/sla-policy'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

let page: Page
const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const violations = () => findViolations(page)

const nextYear = new Date().getFullYear() + 1
const calendar = [
  'BEGIN:VCALENDAR',
  ...[
    ['SUMMARY:Christmas', 'DTSTART;VALUE=DATE:20261225'],
    ['SUMMARY:Party', `DTSTART:${nextYear}0210T180000`],
    ['SUMMARY:First day', `DTSTART;VALUE=DATE:${nextYear}0301`],
    ['SUMMARY:Second day', `DTSTART;VALUE=DATE:${nextYear}0302`],
    ['SUMMARY:Workers', 'DTSTART;VALUE=DATE:20000501', 'RRULE:FREQ=YEARLY'],
  ].map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')),
  'END:VCALENDAR',
].join('\r\n')

test.use({ workspace_of: 'business-hours' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Hedy', { roles: ['Admin'] }),
  )
})
test.afterAll(() => page?.context().close())

test('business hours with a lunch break are created, copied across the week, and tried before saving', async ({
  workspace,
}) => {
  await page.goto('/admin/business-hours')
  await page.getByRole('link', { name: 'New business hours' }).click()
  await page.getByRole('button', { name: 'Create business hours' }).click()
  await expect(page.getByText('This cannot be empty')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Siesta hours')
  await page.getByLabel('Monday, closing time 1').fill('12:00')
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByLabel('Monday, opening time 2').fill('11:00')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('These times overlap')).toBeVisible()
  await expect(page.getByText('Complete the hours to see when an email would be due.')).toBeVisible()
  await page.getByLabel('Monday, opening time 2').fill('15:00')
  await page.getByLabel('Monday, closing time 2').fill('00:00')
  await page.getByRole('button', { name: 'Copy hours of Monday' }).click()
  await page.getByRole('menuitem', { name: 'To every day' }).click()
  await expect(page.getByText('An email received now would be due:')).toBeVisible()
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await page.getByLabel('Date').fill('2026-12-25')
  await page.getByLabel('Name', { exact: true }).last().fill('Christmas Day')
  await page.getByRole('button', { name: 'Import calendar file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import calendar file' })
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'off.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })
  await choose('These are no holidays')
  await expect(dialog.getByText('This isn’t a calendar file.')).toBeVisible()
  await choose(calendar)
  await expect(dialog.getByText(/^3 new days, from /)).toBeVisible()
  await expect(dialog.getByText('1 day is already in the list.')).toBeVisible()
  await dialog.getByText('Skipped (1)').click()
  await expect(dialog.getByText('Party: not an all-day event')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Second day$/ }).click()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2 days' }).click()
  await expect(page.getByRole('checkbox', { name: 'Every year' }).nth(1)).toBeChecked()
  expect(await violations()).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(toast('Business hours created.')).toBeVisible()
  await expect(page.getByText('Open 7 days a week, 3 holidays')).toBeVisible()
  const saved = (await workspace.api.call(listBusinessHours)).find(({ name }) => name === 'Siesta hours')
  expect(saved?.hours.Sunday?.spans).toEqual([
    { open: '09:00', close: '12:00' },
    { open: '15:00', close: '00:00' },
  ])
  expect(saved?.holidays.map(({ name, yearly }) => `${name}${yearly ? ', yearly' : ''}`).sort()).toEqual([
    'Christmas Day',
    'First day',
    'Workers, yearly',
  ])
})

test('a week that is never open is rejected; always open needs no week', async () => {
  await page.getByRole('link', { name: 'Siesta hours' }).click()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await page.getByRole('switch', { name: `Open on ${day}` }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('These hours are never open.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('switch', { name: 'Always open' }).click()
  await expect(page.getByText('Open now.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(toast('Business hours saved.')).toBeVisible()
})

test("the workspace's business hours cannot be deleted, others can", async () => {
  await page.goto('/admin/business-hours')
  await page.getByRole('button', { name: 'Actions for Office hours' }).click()
  await page.getByRole('menuitem', { name: 'Delete business hours' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('The workspace uses these hours.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete business hours' })).toBeDisabled()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Actions for Siesta hours' }).click()
  await page.getByRole('menuitem', { name: 'Delete business hours' }).click()
  await question.getByRole('button', { name: 'Delete business hours' }).click()
  await expect(page.getByRole('link', { name: 'Siesta hours' })).toHaveCount(0)
})

test('an SLA policy sets targets, previews when they are due, and chooses whom to notify', async ({
  workspace,
}) => {
  await page.goto('/admin/sla/new')
  await page.getByLabel('Name', { exact: true }).fill('Gold promise')
  await page.getByRole('textbox', { name: 'First reply' }).fill('6')
  await page.getByRole('textbox', { name: 'Resolution' }).fill('4')
  await page.keyboard.press('Control+s')
  await expect(
    page.getByText('The resolution target can’t be shorter than the first reply target'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Resolution' }).fill('16')
  await expect(page.locator('dt', { hasText: 'Resolution' })).toBeVisible()
  await workspace.conversation({ subject: 'Tried out', text: '<p>Hello</p>', name: 'Sim Ulated' })
  await page.getByRole('button', { name: 'Run simulation', exact: true }).click()
  await expect(page.getByText(/of \d+ conversations would have missed a target\.$/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'First reply' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Resolution' }).fill('18')
  await expect(page.getByText('The policy has changed since. Run the simulation again.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Resolution' }).fill('16')
  await page.getByRole('button', { name: 'Add warning' }).click()
  await page.getByRole('button', { name: 'Add missed notification' }).click()
  await page.getByRole('combobox', { name: 'Recipients' }).first().click()
  await page.getByRole('option', { name: 'Hedy' }).click()
  await page.keyboard.press('Escape')
  expect(await violations()).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(toast('SLA policy created.')).toBeVisible()
  const saved = (await workspace.api.call(listSlaPolicies)).find(({ name }) => name === 'Gold promise')
  expect(saved).toMatchObject({
    first_response_time: '6h',
    next_response_time: null,
    resolution_time: '16h',
    notifications: [
      { type: 'warning', time_delay: '30m', recipients: ['assigned_user', expect.stringMatching(/^\d+$/)] },
      { type: 'breach', time_delay_type: 'immediately', recipients: ['assigned_user'] },
    ],
  })
  await page.getByRole('link', { name: 'Gold promise' }).click()
  await expect(page.getByRole('textbox', { name: 'Resolution' })).toHaveValue('16')
  await page.goto('/admin/sla')
  await page.getByRole('button', { name: 'Actions for Gold promise' }).click()
  await page.getByRole('menuitem', { name: 'Delete SLA policy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete SLA policy' }).click()
  await expect(page.getByRole('link', { name: 'Gold promise' })).toHaveCount(0)
})

test('both areas require their permissions', async ({ browser, workspace }) => {
  const restrictedPage = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Plain', {}),
  )
  for (const path of ['/admin/business-hours', '/admin/sla']) {
    await restrictedPage.goto(path)
    await expect(restrictedPage.getByRole('heading', { name: /You don’t have access to/ })).toBeVisible()
  }
  await restrictedPage.context().close()
})
