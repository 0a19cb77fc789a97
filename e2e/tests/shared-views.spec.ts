import { createTeam } from '@parley/contract/teams/teams'
import { createAnyView } from '@parley/contract/views/shared-views'
import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

let manager: Page
let member: Page
let outsider: Page
let uuid: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  const team = await api.call(createTeam, { body: { name: 'Couriers', emoji: '🚚' } })
  const open = async (name: string, options: Parameters<Workspace['agent']>[1]) =>
    desk.openSignedInPage(browser, parley.url, await workspace.agent(name, options))
  manager = await open('Mona', { roles: ['Admin'], teams: ['Couriers'] })
  member = await open('Viggo', { teams: ['Couriers'] })
  outsider = await open('Osmund', {})
  uuid = await workspace.conversation({ subject: 'Late courier', text: 'Where is he?', name: 'Cora Late' })
  const filters = [{ field: 'subject', operator: 'contains', value: 'courier' }]
  for (const name of ['Alpha route', 'Beta route'])
    await api.call(createAnyView, { body: { name, filters, visibility: 'team', team_id: team.id } })
  for (const page of [manager, member, outsider]) await page.goto('/inboxes/all')
})
test.afterAll(() => Promise.all([manager, member, outsider].map((page) => page.context().close())))

const routes = (page: Page) => page.getByRole('link', { name: /route$/ })
/** Their order; the count of a view is part of its text. */
const expectOrder = (page: Page, ...names: string[]) =>
  expect(routes(page)).toHaveText(names.map((name) => new RegExp(`^${name} route`)))

test('a view that is shared with a team appears for its members at once, and for nobody else', async () => {
  await expectOrder(member, 'Alpha', 'Beta')
  await manager.getByRole('button', { name: 'New view' }).click()
  const dialog = manager.getByRole('dialog', { name: 'New view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gamma route')
  await desk.selectOption(manager, dialog.getByRole('combobox', { name: 'Visible to' }), 'Team Couriers')
  await desk.selectOption(manager, dialog.getByRole('combobox', { name: /^Field/ }), 'Subject')
  await desk.selectOption(manager, dialog.getByRole('combobox', { name: 'Operator' }), 'contains')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('courier')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(manager.getByRole('heading', { level: 1, name: 'Gamma route' })).toBeVisible()
  await expectOrder(member, 'Alpha', 'Beta', 'Gamma')
  await expect(routes(outsider)).toHaveCount(0)
  await expect(
    member.getByRole('button', { name: 'Actions for the view Gamma route' }),
    'a member without the permission only uses it',
  ).toHaveCount(0)
})

test('views are ordered by dragging and by keyboard, for every member at once', async () => {
  const handle = (name: string) => manager.getByRole('button', { name: `Move ${name}` })
  await handle('Gamma route').hover()
  await manager.mouse.down()
  const top = await routes(manager).first().boundingBox()
  if (!top) throw new Error('The first view is not visible')
  await manager.mouse.move(top.x + 12, top.y + top.height / 2, { steps: 5 })
  await expect(manager.getByText('Gamma route is at position 1 of 3.')).toBeAttached()
  await manager.mouse.up()
  await expectOrder(member, 'Gamma', 'Alpha', 'Beta')
  await expectOrder(manager, 'Gamma', 'Alpha', 'Beta')

  await desk.moveToEnd(manager, 'Alpha route', 3)
  await expectOrder(member, 'Gamma', 'Beta', 'Alpha')
  await manager.reload()
  await expectOrder(manager, 'Gamma', 'Beta', 'Alpha')
})

test('a view that is deleted while a colleague works in it says so, and keeps their conversation open', async () => {
  await desk.openList(member, 'Gamma route')
  await desk.conversationRow(member, 'Late courier').click()
  await expect(member).toHaveURL(new RegExp(`/inboxes/views/\\d+/conversation/${uuid}$`))
  await manager.getByRole('link', { name: 'Gamma route' }).hover()
  await manager.getByRole('button', { name: 'Actions for the view Gamma route' }).click()
  await manager.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(manager.getByText('It disappears for everyone who uses it.')).toBeVisible()
  await manager.getByRole('button', { name: 'Delete view' }).click()
  await expect(member.getByText('It was deleted, or it is no longer shared with you.')).toBeVisible()
  await expectOrder(member, 'Beta', 'Alpha')
  await expect(member.getByRole('heading', { level: 2, name: 'Late courier' })).toBeVisible()
  await member.getByRole('button', { name: 'Go to My inbox' }).click()
  await expect(member).toHaveURL(new RegExp(`/inboxes/assigned/conversation/${uuid}$`))
})
