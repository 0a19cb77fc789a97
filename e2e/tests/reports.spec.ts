import { readFile } from 'node:fs/promises'
import { assignUser, setStatus, setTags } from '@parley/contract/conversation-verbs'
import { createTag } from '@parley/contract/lookups'
import { reportSummary } from '@parley/contract/reports'
import { createRole } from '@parley/contract/roles'
import type { Page } from '@playwright/test'
import { violationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/desk.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

let rhea: Page

// Counts what there is.
test.use({ workspace_of: 'reports' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  const person = await workspace.agent('Rhea', { roles: ['Admin'] })
  rhea = await desk.browserOf(browser, parley.url, person)
  await api.call(createTag, { body: { name: 'invoice' } })
  const begin = (subject: string) => workspace.conversation({ subject, text: 'Please look', name: 'Ines' })
  const invoice = await begin('The second invoice')
  await begin('The lost parcel')
  await begin('A broken lamp')
  await api.call(setTags, { params: { uuid: invoice }, body: { tags: ['invoice'] } })
  await api.call(assignUser, { params: { uuid: invoice }, body: { assignee_id: person.id } })
  await api.call(setStatus, { params: { uuid: invoice }, body: { status: 'Resolved' } })
  await counted(workspace, { new: 3, resolved: 1 })
})
test.afterAll(() => rhea?.context().close())

/** Resolves when the reports have counted what was done. */
const counted = (workspace: Workspace, numbers: { new: number; resolved: number }) =>
  expect
    .poll(async () => {
      const query = { from: '2020-01-01', to: '2022-01-01' }
      const today =
        (await workspace.api.call(reportSummary, { query })).counted_up_to?.slice(0, 10) ?? '2020-01-01'
      return (await workspace.api.call(reportSummary, { query: { from: today, to: today } })).current
    })
    .toMatchObject(numbers)

const tile = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).locator('../..')
const listed = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')

test('what was done stands on the overview, and every number leads to its conversations by keyboard', async () => {
  await rhea.goto('/inboxes/assigned')
  await expect(rhea.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await desk.pressBoth(rhea, 'g', 'r')
  await expect(rhea.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(tile(rhea, 'New')).toContainText('3')
  await expect(tile(rhea, 'Resolved')).toContainText('1')
  await expect(tile(rhea, 'Open now')).toContainText('2')
  await expect(rhea.getByRole('region', { name: 'Conversations per day' })).toBeVisible()
  expect(await violationsInBothThemes(rhea)).toEqual([])

  await rhea.getByRole('link', { name: '3, New: show the conversations' }).focus()
  await rhea.keyboard.press('Enter')
  await expect(rhea.getByRole('heading', { level: 1, name: 'New conversations' })).toBeVisible()
  await expect(listed(rhea, 'New conversations')).toHaveCount(3)
  await expect(rhea.getByText('3 counted')).toBeVisible()
  expect(await violationsInBothThemes(rhea)).toEqual([])
  await listed(rhea, 'New conversations').first().getByRole('link').focus()
  await rhea.keyboard.press('ArrowDown')
  await rhea.keyboard.press('Enter')
  await expect(rhea.getByRole('heading', { level: 2, name: 'The lost parcel' })).toBeVisible()
  await rhea.goBack()
  await rhea.goBack()
  await expect(tile(rhea, 'New')).toContainText('3')
})

test('days and filters stand in the address, go along to the next report, and the table is ordered by its heads', async () => {
  await rhea.getByRole('button', { name: /^Days:/ }).click()
  await rhea.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(rhea).toHaveURL(/range=7d/)
  await rhea.getByRole('combobox', { name: 'Tag' }).click()
  await rhea.getByRole('option', { name: 'invoice' }).click()
  await expect(rhea).toHaveURL(/tag=\d+/)
  await expect(tile(rhea, 'New')).toContainText('1')
  await rhea.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Agents' }).click()
  await expect(rhea).toHaveURL(/reports\/agents\?.*range=7d.*tag=\d+/)
  const row = rhea.getByRole('row', { name: /Rhea Agent/ })
  await expect(row.getByRole('link', { name: '1, Resolved: show the conversations' })).toBeVisible()
  await rhea.getByRole('button', { name: 'Clear filters' }).click()
  await rhea.getByRole('button', { name: 'Agent', exact: true }).click()
  await expect(rhea.getByRole('columnheader', { name: 'Agent' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rhea).toHaveURL(/sorted=name/)
  await row.getByRole('link', { name: '1, Resolved: show the conversations' }).click()
  await expect(listed(rhea, 'Resolved conversations')).toHaveText([/The second invoice/])
})

test('a report comes as a file, and its charts as tables', async () => {
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
    expect(await rhea.evaluate('document.documentElement.scrollWidth'), path).toBe(375)
  }
  expect(await violationsInBothThemes(rhea)).toEqual([])
})

test('who may not see conversations is told how many there are; who may not see reports finds none', async ({
  browser,
  workspace,
}) => {
  const { api, parley } = workspace
  await api.call(createRole, { body: { name: 'Counts', permissions: ['reports:manage'] } })
  const counts = await desk.browserOf(
    browser,
    parley.url,
    await workspace.agent('Rico', { roles: ['Counts'] }),
  )
  await counts.goto('/reports/conversations?measure=new')
  await expect(counts.getByText('3 of them are not yours to see')).toBeVisible()
  await expect(counts.getByText('Those that were counted are not yours to see.')).toBeVisible()
  await counts.context().close()

  const plain = await desk.browserOf(browser, parley.url, await workspace.agent('Runa'))
  await plain.goto('/reports/overview')
  await expect(plain.getByRole('heading', { name: 'Reports: not for your role' })).toBeVisible()
  await expect(
    plain.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }),
  ).toHaveCount(0)
  await plain.context().close()
})
