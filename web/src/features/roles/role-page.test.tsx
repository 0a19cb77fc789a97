import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { NewRolePage } from './new-role-page.tsx'
import { RolePage } from './role-page.tsx'

const times = { created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z' }
const lead = { id: 5, ...times, name: 'Lead', description: '', permissions: ['conversations:read'] }
const me = agentWith(['roles:manage', 'conversations:read'])

const renderRole = (role: object) =>
  renderPage(<RolePage />, {
    paths: ['/admin/teams/roles/$id/edit'],
    at: '/admin/teams/roles/5/edit',
    me,
    cached: [[queryKeys.entity('roles', 5), role]],
  })
const permission = (name: string) => screen.getByRole('checkbox', { name })
const previewText = () => screen.getByText('With only this role').closest('section')?.textContent ?? ''

test('a new role gets no administrative permission that the administrator lacks', async () => {
  const requests = stubApi({
    'POST /api/v1/roles': async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 10)) // no answer comes before the page shows that it saves
      return { data: { ...lead, ...(body as object) } }
    },
  })
  const { user, router } = await renderPage(<NewRolePage />, {
    at: '/admin/teams/roles/new',
    me,
  })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Tech')
  await user.click(permission('Webhooks'))
  await user.click(permission('Roles'))
  screen.getByText(/You can’t grant the permission "webhooks:manage"/)
  await user.click(screen.getByRole('button', { name: /^Create role/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/teams/roles'))
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Tech',
    permissions: ['roles:manage'],
  })
})

test('a permission that the administrator lacks can be removed from a role', async () => {
  const requests = stubApi({
    'GET /api/v1/roles/5': { data: { ...lead, permissions: ['conversations:read', 'webhooks:manage'] } },
    'PUT /api/v1/roles/5': ({ body }) => ({ data: { ...lead, ...(body as object) } }),
  })
  const { user } = await renderRole({ ...lead, permissions: ['conversations:read', 'webhooks:manage'] })
  await user.click(permission('Webhooks'))
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  const update = () => requests.find(({ method }) => method === 'PUT')
  await waitFor(() => expect(update()?.body).toMatchObject({ permissions: ['conversations:read'] }))
})

test('the preview warns of lists that stay empty until the permission is added', async () => {
  stubApi({})
  const { user } = await renderRole({ ...lead, permissions: ['conversations:read_all'] })
  expect(previewText()).toContain('Lists are empty without')
  await user.click(permission('View conversations'))
  await waitFor(() => expect(previewText()).not.toContain('Lists are empty without'))
})

test('the Admin role is shown but cannot be changed', async () => {
  stubApi({})
  await renderRole({ ...lead, name: 'Admin' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(previewText()).not.toBe('')
})

test('the Agent role keeps its name, on which integrations rely', async () => {
  stubApi({})
  await renderRole({ ...lead, name: 'Agent' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).disabled).toBe(true)
  expect(permission('View conversations').hasAttribute('data-disabled')).toBe(false)
})

test('a role deleted in the meantime leads back to the list', async () => {
  stubApi({})
  await renderPage(<RolePage />, {
    paths: ['/admin/teams/roles/$id/edit'],
    at: '/admin/teams/roles/6/edit',
    me,
  })
  const back = await screen.findByRole('link', { name: /Roles/ })
  expect(back.getAttribute('href')).toBe('/admin/teams/roles')
})
