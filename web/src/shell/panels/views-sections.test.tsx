import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { ViewsSections } from './views-sections.tsx'

const paths = ['/inboxes/$type', '/inboxes/views/$viewID']
const saved = { created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z', filters: [] }
const all = { ...saved, visibility: 'all', team_id: null, user_id: null }
const views = [
  { id: 1, name: 'Mine', visibility: 'user', team_id: null, user_id: 7, ...saved },
  { id: 2, name: 'Refunds', visibility: 'team', team_id: 4, user_id: null, ...saved },
  { id: 3, name: 'Urgent', ...all },
  { id: 4, name: 'Waiting', ...all },
  { id: 5, name: 'Lost parcels', visibility: 'team', team_id: 5, user_id: null, ...saved },
]
const teams = [{ id: 4, name: 'Returns', emoji: '📦' }]
const reader = agentWith(['conversations:read', 'view:manage'], { teams } as object)
const manager = agentWith(['conversations:read', 'view:manage', 'shared_views:manage'], { teams } as object)

const renderViews = (me: typeof reader, shown: object[] = views) =>
  renderPage(<ViewsSections counts={[{ id: 3, count: 12 }]} />, {
    ...{ at: '/inboxes/assigned', paths, me },
    cached: [
      [queryKeys.views, shown],
      [queryKeys.teams, [...teams, { id: 5, name: 'Shipping', emoji: null }]],
    ],
  })
const names = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.firstElementChild?.nextElementSibling?.firstElementChild?.textContent)
const sections = () =>
  screen
    .getAllByRole('button', { expanded: undefined })
    .filter((button) => button.hasAttribute('aria-controls') && button.hasAttribute('aria-expanded'))
    .map((button) => [button.textContent, button.getAttribute('aria-expanded')])

test('views are in sections by who sees them', async () => {
  await renderViews(reader, views.slice(0, 4))
  expect(sections()).toEqual([
    ['Views', 'true'],
    ['Returns views', 'true'],
    ['Shared views', 'true'],
  ])
  expect(names()).toEqual(['Mine', 'Refunds', 'Urgent', 'Waiting'])
})

test('an agent who doesn’t manage shared views has no actions for them', async () => {
  await renderViews(reader, views.slice(0, 4))
  expect(screen.getByRole('button', { name: 'Actions for the view Mine' })).toBeTruthy()
  for (const name of ['Refunds', 'Urgent'])
    expect(screen.queryByRole('button', { name: `Actions for the view ${name}` })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
})

test('an agent without personal views sees the shared ones only', async () => {
  await renderViews(agentWith(['conversations:read'], { teams } as object), views.slice(1, 4))
  expect(sections().map(([label]) => label)).toEqual(['Returns views', 'Shared views'])
})

test('whoever manages shared views finds those of other teams, collapsed, with the team’s name', async () => {
  const { user } = await renderViews(manager)
  expect(sections().at(-1)).toEqual(['Views of other teams', 'false'])
  await user.click(screen.getByRole('button', { name: 'Views of other teams' }))
  expect(within(screen.getByRole('link', { name: /Lost parcels/ })).getByText('Shipping')).toBeTruthy()
})

test('a view moved by keyboard is in its new place at once, and back if the server refuses', async () => {
  let refuse = () => {}
  const requests = stubApi({
    'PUT /api/v1/views/4/position': () =>
      new Promise((resolve) => {
        refuse = () => resolve({ status: 403, error: { message: 'Not allowed' } })
      }),
    'GET /api/v1/views': { data: views },
  })
  const { user } = await renderViews(manager)
  await user.click(screen.getByRole('button', { name: 'Actions for the view Waiting' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
  expect(names()).toEqual(['Mine', 'Refunds', 'Waiting', 'Urgent'])
  await waitFor(() => expect(requests.at(0)?.body).toEqual({ before_id: 3 }))
  refuse()
  await waitFor(() => expect(names()).toEqual(['Mine', 'Refunds', 'Urgent', 'Waiting']))
})

test('the ends of a group have no further way to move', async () => {
  const { user } = await renderViews(manager)
  await user.click(screen.getByRole('button', { name: 'Actions for the view Urgent' }))
  await screen.findByRole('menuitem', { name: 'Move down' })
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull()
})

test('views have a drag handle once the browser is idle, where there are several to order', async () => {
  await renderViews(manager)
  expect(await screen.findByRole('button', { name: 'Move Urgent' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Move Waiting' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Mine' })).toBeNull()
})

test('an open menu stays open while sorting is loaded, and its list is sortable once it is no longer in use', async () => {
  const second = { ...saved, id: 6, name: 'Mine, too', visibility: 'user', team_id: null, user_id: 7 }
  const { user } = await renderViews(manager, [second, ...views])
  await user.click(screen.getByRole('button', { name: 'Actions for the view Urgent' }))
  const item = await screen.findByRole('menuitem', { name: 'Edit' })
  const handle = (name: string) => screen.queryByRole('button', { name: `Move ${name}`, hidden: true })
  await waitFor(() => expect(handle('Mine')).not.toBeNull())
  expect(item.isConnected).toBe(true)
  expect(handle('Urgent')).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Returns views' }))
  await waitFor(() => expect(handle('Urgent')).not.toBeNull())
})
