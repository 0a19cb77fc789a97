import type { AnyView } from '@parley/contract/views/shared-views'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { ViewDialog } from './view-dialog.tsx'
import type { ViewDialogState } from './view-dialog-state.ts'

const filters = [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'parcel' }]
const view: AnyView = {
  ...{ id: 9, created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z' },
  ...{ name: 'Parcels', filters, visibility: 'team', team_id: 4, user_id: null },
}
const teams = [
  { id: 4, name: 'Returns', emoji: null },
  { id: 5, name: 'Shipping', emoji: null },
]
const owner = agentWith(['conversations:read', 'view:manage'])
const manager = agentWith(['conversations:read', 'view:manage', 'shared_views:manage'])

const renderDialog = (form: Extract<ViewDialogState, { kind: 'new' | 'edit' }>, me = manager) =>
  renderPage(<ViewDialog form={form} onClose={() => {}} />, {
    ...{ at: '/inboxes/all', me },
    cached: [
      [queryKeys.custom_attributes, []],
      [queryKeys.teams, teams],
      [queryKeys.views, [view]],
      ...(['statuses', 'agents', 'inboxes', 'tags'] as const).map((key): [readonly unknown[], unknown] => [
        queryKeys[key],
        [],
      ]),
    ],
  })
const visibleTo = () => screen.getByRole('combobox', { name: /^Visible to/ })
async function choose(user: Awaited<ReturnType<typeof renderDialog>>['user'], option: string) {
  await user.click(visibleTo())
  await user.click(await screen.findByRole('option', { name: option }))
}

test.each([
  ['Everyone', { visibility: 'all', team_id: null }],
  ['Team Shipping', { visibility: 'team', team_id: 5 }],
])('a new view can be visible to: %s', async (option, sharing) => {
  const requests = stubApi({ 'POST /api/v1/views': { data: { ...view, ...sharing } } })
  const { user } = await renderDialog({ kind: 'new', filters })
  expect(visibleTo().textContent).toContain('Only me')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Parcels')
  await choose(user, option)
  await user.click(screen.getByRole('button', { name: 'Create view' }))
  await waitFor(() => expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject(sharing))
})

test('an agent who doesn’t manage shared views saves personal ones and has no choice', async () => {
  const requests = stubApi({ 'POST /api/v1/views': { data: { ...view, visibility: 'user', user_id: 7 } } })
  const { user } = await renderDialog({ kind: 'new', filters }, owner)
  expect(screen.queryByRole('combobox', { name: /^Visible to/ })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Parcels')
  await user.click(screen.getByRole('button', { name: 'Create view' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      visibility: 'user',
      team_id: null,
    }),
  )
})

test('an empty condition keeps its fields while others are edited', async () => {
  const { user } = await renderDialog({ kind: 'new', filters: [] })
  const field = screen.getByRole('combobox', { name: /^Field/ })
  await choose(user, 'Everyone')
  expect(screen.getByRole('combobox', { name: /^Field/ })).toBe(field)
})

test('a shared view can be made personal again', async () => {
  const requests = stubApi({
    'GET /api/v1/views/9': { data: view },
    'PUT /api/v1/views/9': { data: { ...view, visibility: 'user', team_id: null, user_id: 7 } },
  })
  const { user } = await renderDialog({ kind: 'edit', view })
  expect(visibleTo().textContent).toContain('Team Returns')
  await choose(user, 'Only me')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      ...{ visibility: 'user', team_id: null, filters },
    }),
  )
})
