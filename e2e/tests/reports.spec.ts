import { readFile } from 'node:fs/promises'
import { assignUser, setStatus, setTags } from '@parley/contract/conversations/conversation-verbs'
import { reportSummary } from '@parley/contract/reports/reports'
import { createRole } from '@parley/contract/roles/roles'
import { setConversationSla } from '@parley/contract/sla/conversation-sla'
import { createSlaPolicy } from '@parley/contract/sla/sla-policies'
import { createTag } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import type { Api } from '../fixtures/api.ts'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person, Workspace } from '../fixtures/workspace.ts'

let rhea: Page
let agent: Person

// Counts all data of the workspace.
test.use({ workspace_of: 'reports' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { parley } = workspace
  agent = await workspace.agent('Reena', { roles: ['Admin'] })
  rhea = await desk.openSignedInPage(browser, parley.url, agent)
})
test.afterAll(async () => {
  await rhea?.context().close()
})

/** Resolves when the reports include everything done so far. */
const waitUntilCounted = (api: Api, numbers: Record<string, unknown>) =>
  expect
    .poll(async () => {
      const query = { from: '2020-01-01', to: '2022-01-01' }
      const today = (await api.call(reportSummary, { query })).counted_up_to?.slice(0, 10) ?? '2020-01-01'
      return (await api.call(reportSummary, { query: { from: today, to: today } })).current
    })
    .toMatchObject(numbers)

const tile = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).locator('../..')
const listed = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')

/** Three conversations; one has a tag and an SLA target that was met. */
async function createActivity({ api, conversation }: Workspace) {
  await api.call(createTag, { body: { name: 'invoice' } })
  const startConversation = (subject: string) => conversation({ subject, text: 'Please look', name: 'Ines' })
  const invoice = await startConversation('The second invoice')
  await startConversation('The lost parcel')
  await startConversation('A broken lamp')
  await api.call(setTags, { params: { uuid: invoice }, body: { tags: ['invoice'] } })
  await api.call(assignUser, { params: { uuid: invoice }, body: { assignee_id: agent.id } })
  const slaPolicy = { name: 'In time', first_response_time: '500h', resolution_time: '600h' }
  const { id: sla_policy_id } = await api.call(createSlaPolicy, { body: slaPolicy })
  await api.call(setConversationSla, { params: { uuid: invoice }, body: { sla_policy_id } })
  await api.call(setStatus, { params: { uuid: invoice }, body: { status: 'Resolved' } })
  await waitUntilCounted(api, { new: 3, resolved: 1, sla: { resolution: { met: 1 } } })
}

test('an empty workspace says that there is no data, and what to try where a drill-down is empty', async () => {
  await rhea.goto('/reports/overview')
  await expect(rhea.getByRole('heading', { name: 'No data yet' })).toBeVisible()
  await expect(tile(rhea, 'New')).toContainText('0')
  await expect(rhea.getByRole('region', { name: 'Busiest hours' })).toContainText('No data for this period')
  await rhea.getByRole('link', { name: 'Tags' }).click()
  await expect(rhea.getByRole('heading', { name: 'No tags to show' })).toBeVisible()
})

test('the overview counts what was done, and every number opens its drill-down by keyboard', async ({
  workspace,
}) => {
  await createActivity(workspace)
  await rhea.goto('/inboxes/assigned')
  await expect(rhea.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await desk.pressSequence(rhea, 'g', 'r')
  await expect(rhea.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(tile(rhea, 'New')).toContainText('3')
  await expect(tile(rhea, 'Resolved')).toContainText('1')
  await expect(tile(rhea, 'Open now')).toContainText('2')
  await expect(rhea.getByRole('region', { name: 'Conversations per day' })).toBeVisible()
  expect(await findViolationsInBothThemes(rhea)).toEqual([])

  await rhea.getByRole('link', { name: '3, New: show conversations' }).focus()
  await rhea.keyboard.press('Enter')
  await expect(rhea.getByRole('heading', { level: 1, name: 'New conversations' })).toBeVisible()
  await expect(listed(rhea, 'New conversations')).toHaveCount(3)
  await expect(rhea.getByText('3 in total')).toBeVisible()
  expect(await findViolationsInBothThemes(rhea)).toEqual([])
  await listed(rhea, 'New conversations').first().getByRole('link').focus()
  await rhea.keyboard.press('ArrowDown')
  await rhea.keyboard.press('Enter')
  await expect(rhea.getByRole('heading', { level: 2, name: 'The lost parcel' })).toBeVisible()
  await rhea.goBack()
  await rhea.goBack()
  await expect(tile(rhea, 'New')).toContainText('3')
})

test('clicking a chart opens the conversations of its day, and arrow keys move through the hours of the week', async () => {
  await rhea.goto('/reports/sla?range=7d')
  await tile(rhea, 'Resolution targets met').getByRole('link', { name: /^100%/ }).click()
  await expect(listed(rhea, 'Resolution targets met')).toHaveText([/The second invoice/])
  await rhea.goBack()
  await clickLastDay('Resolution')
  await expect(listed(rhea, 'Resolution targets met')).toHaveText([/The second invoice/])

  await rhea.goto('/reports/overview?range=7d')
  await clickLastDay('Conversations per day')
  await expect(listed(rhea, 'New conversations')).toHaveCount(3)
  await rhea.goBack()
  const hours = rhea.getByRole('region', { name: 'Busiest hours' })
  await hours.locator('a[tabindex="0"]').focus()
  for (const [key, cell] of [
    ['ArrowDown', 'Tuesday 09:00–10:00'],
    ['ArrowRight', 'Tuesday 10:00–11:00'],
    ['End', 'Tuesday 23:00–00:00'],
    ['ArrowUp', 'Monday 23:00–00:00'],
    ['ArrowLeft', 'Monday 22:00–23:00'],
  ] as const) {
    await rhea.keyboard.press(key)
    await expect(hours.locator(':focus')).toContainText(cell)
    await expect(hours.getByRole('paragraph').last()).toContainText(cell)
  }
  await rhea.keyboard.press('Enter')
  await expect(rhea.getByText(/Monday, 22:00–23:00/)).toBeVisible()
})

/** Where the pointer would be over the latest data. */
async function clickLastDay(chart: string) {
  const drawing = rhea
    .getByRole('region', { name: chart, exact: true })
    .locator('svg.recharts-surface[width]')
  const { width, height } = (await drawing.boundingBox()) ?? { width: 0, height: 0 }
  await drawing.click({ position: { x: width - 24, y: height / 2 } })
}

test('a custom range can be entered, and errors are reported', async () => {
  await rhea.goto('/reports/overview')
  await rhea.getByRole('button', { name: /^Dates:/ }).click()
  await rhea.getByRole('menuitem', { name: 'Custom range…' }).click()
  await rhea.getByLabel('From').fill('2024-02-02')
  await rhea.getByLabel('To', { exact: true }).fill('2024-02-01')
  await rhea.getByRole('button', { name: 'Apply' }).click()
  await expect(rhea.getByText('The end date is before the start date')).toBeVisible()
  await rhea.getByLabel('To', { exact: true }).fill('2024-02-03')
  await rhea.keyboard.press('Enter')
  await expect(rhea).toHaveURL(/from=2024-02-02&to=2024-02-03/)
  await expect(rhea.getByRole('button', { name: /^Dates: 2\s?–\s?3 Feb 2024$/ })).toBeVisible()
  await expect(tile(rhea, 'New')).toContainText('0')
})

test('a long drill-down loads its next page', async ({ parley }) => {
  await parley.query(`insert into report_facts (event_id, kind, at, conversation_id, inbox_id)
    select -n, 'messages_in', date_trunc('milliseconds', now()), id, inbox_id
    from generate_series(1, 51) n, (select id, inbox_id from conversations limit 1) c`)
  await rhea.goto('/reports/conversations?measure=messages_in')
  await expect(listed(rhea, 'Messages from customers')).toHaveCount(50)
  await rhea.getByRole('button', { name: 'Show more' }).click()
  await expect(listed(rhea, 'Messages from customers')).toHaveCount(54)
  await expect(rhea.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('a failed report says so and can be retried', async ({ parley }) => {
  await parley.query('alter table report_sums rename to report_sums_away')
  try {
    await rhea.goto('/reports/overview')
    await expect(rhea.getByRole('heading', { name: 'Couldn’t load the report' })).toBeVisible()
    // Current counts are not sums.
    await expect(tile(rhea, 'Open now')).toContainText('2')
  } finally {
    await parley.query('alter table report_sums_away rename to report_sums')
  }
  await rhea.getByRole('button', { name: 'Try again' }).click()
  await expect(tile(rhea, 'New')).toContainText('3')
})

test('range and filters are kept in the URL and across reports, and table headers sort', async () => {
  await rhea.getByRole('button', { name: /^Dates:/ }).click()
  await rhea.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(rhea).toHaveURL(/range=7d/)
  await rhea.getByRole('combobox', { name: 'Tag' }).click()
  await rhea.getByRole('option', { name: 'invoice' }).click()
  await expect(rhea).toHaveURL(/tag=\d+/)
  await expect(tile(rhea, 'New')).toContainText('1')
  await expect(tile(rhea, 'Open now')).toContainText('0')
  await expect(rhea.getByText('All agents, regardless of filters')).toBeVisible()
  await rhea.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Agents' }).click()
  await expect(rhea).toHaveURL(/reports\/agents\?.*range=7d.*tag=\d+/)
  const row = rhea.getByRole('row', { name: /Reena Agent/ })
  await expect(row.getByRole('link', { name: '1, Resolved: show conversations' })).toBeVisible()
  await rhea.getByRole('button', { name: 'Clear filters' }).click()
  await rhea.getByRole('button', { name: 'Agent', exact: true }).click()
  await expect(rhea.getByRole('columnheader', { name: 'Agent' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rhea).toHaveURL(/sorted=name/)
  await row.getByRole('link', { name: '1, Resolved: show conversations' }).click()
  await expect(listed(rhea, 'Resolved conversations')).toHaveText([/The second invoice/])
})

test('a report is exported as a file, and its charts are available as tables', async () => {
  await rhea.goto('/reports/overview')
  const download = rhea.waitForEvent('download')
  await rhea.getByRole('link', { name: 'CSV', exact: true }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/New.*3/)
  const chart = rhea.getByRole('region', { name: 'Conversations per day' })
  await chart.getByRole('button', { name: 'Conversations per day as a table' }).click()
  await chart.getByRole('link', { name: /^1, Resolved, / }).click()
  await expect(listed(rhea, 'Resolved conversations')).toHaveText([/The second invoice/])
})

test('on a phone nothing is wider than the screen', async () => {
  await rhea.setViewportSize({ width: 375, height: 812 })
  for (const path of ['overview', 'agents', 'sla', 'satisfaction', 'conversations?measure=new']) {
    await rhea.goto(`/reports/${path}`)
    await expect(rhea.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(rhea.locator('[aria-busy=true]')).toHaveCount(0)
    await expect.poll(() => rhea.evaluate('document.documentElement.scrollWidth'), path).toBe(375)
    if (path !== 'overview') expect(await findViolationsInBothThemes(rhea), path).toEqual([])
  }
})

test('without access to conversations only counts are shown; without access to reports, none are', async ({
  browser,
  workspace,
}) => {
  const { api, parley } = workspace
  await api.call(createRole, { body: { name: 'Counts', permissions: ['reports:manage'] } })
  const counts = await desk.openSignedInPage(
    browser,
    parley.url,
    await workspace.agent('Rico', { roles: ['Counts'] }),
  )
  await counts.goto('/reports/conversations?measure=new')
  await expect(counts.getByText('You don’t have access to 3 of them')).toBeVisible()
  await expect(counts.getByText('You don’t have access to these conversations.')).toBeVisible()
  await counts.context().close()

  const plain = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Runa'))
  await plain.goto('/reports/overview')
  await expect(plain.getByRole('heading', { name: 'You don’t have access to Reports' })).toBeVisible()
  await expect(
    plain.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }),
  ).toHaveCount(0)
  await plain.context().close()
})
