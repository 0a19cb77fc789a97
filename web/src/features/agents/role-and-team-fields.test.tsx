import { nameReference } from '@parley/contract/shared/fields'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { choose } from '../../testing/choose.ts'
import { renderForm } from '../../testing/render-form.tsx'
import { RolesField, TeamsField } from './role-and-team-fields.tsx'

const role = (id: number, name: string, permissions: string[]) => ({
  id,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  name,
  description: `The role ${name}`,
  permissions,
})
const schema = z.object({
  roles: z.array(nameReference).min(1, 'Choose at least one role'),
  teams: z.array(z.string()),
})

const renderFields = (roles: string[] = []) =>
  renderForm(
    {
      schema,
      values: { roles, teams: [] as string[] },
      me: agentWith(['users:manage']),
      cached: [
        [
          queryKeys.entities('roles'),
          [
            role(1, 'Agent', ['conversations:read']),
            role(2, 'Support lead', ['users:manage']),
            role(3, 'Integrator', ['webhooks:manage']),
          ],
        ],
        [
          queryKeys.teams,
          [
            { id: 4, name: 'Billing', emoji: null },
            { id: 5, name: 'Sales', emoji: '💶' },
          ],
        ],
      ],
    },
    (form) => (
      <>
        <RolesField form={form} name="roles" />
        <TeamsField form={form} name="teams" />
      </>
    ),
  )

test('a role with permissions that the administrator lacks cannot be granted and says why', async () => {
  const { user, submit, save } = renderFields()
  await user.click(screen.getByRole('checkbox', { name: 'Integrator' }))
  screen.getByText(/You can’t grant the permission "webhooks:manage"/)
  await user.click(screen.getByRole('checkbox', { name: 'Support lead' }))
  await user.click(screen.getByRole('checkbox', { name: 'Agent' }))
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].roles, 'whatever the order of the clicks').toEqual(['Agent', 'Support lead'])
})

test('a role that the administrator cannot grant can be removed', async () => {
  const { user, submit, save } = renderFields(['Agent', 'Integrator'])
  await user.click(screen.getByRole('checkbox', { name: 'Integrator' }))
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].roles).toEqual(['Agent'])
})

test('an agent without any role is refused', async () => {
  const { user, submit, save } = renderFields(['Agent'])
  await user.click(screen.getByRole('checkbox', { name: 'Agent' }))
  await submit()
  await screen.findByText('Choose at least one role')
  expect(save).not.toHaveBeenCalled()
})

test('teams are chosen by name', async () => {
  const { user, submit, save } = renderFields(['Agent'])
  await choose(user, 'Teams', 'Sales')
  await user.keyboard('{Escape}')
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].teams).toEqual(['Sales'])
})
