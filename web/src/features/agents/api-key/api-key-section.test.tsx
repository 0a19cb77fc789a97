import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { agentWith } from '../../../testing/agent.ts'
import { choose } from '../../../testing/choose.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { InvitationSection } from '../invitation/invitation-state.tsx'
import { ApiKeySection } from './api-key-section.tsx'

const keyPath = '/api/v1/agents/7/api-key'
const renderKey = (agent = agentWith()) =>
  renderApp(<ApiKeySection agent={agent} />, { cached: [[queryKeys.inboxes, [{ id: 9, name: 'Support' }]]] })

test('a key can be limited to reading and to inboxes, and its secret is shown once', async () => {
  const requests = stubApi({ [`POST ${keyPath}`]: { data: { api_key: 'key-1', api_secret: 'secret-1' } } })
  const { user } = renderKey()
  await user.click(screen.getByRole('button', { name: 'Create API key' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('switch', { name: 'Read-only' }))
  await choose(user, 'Inboxes', 'Support')
  await user.keyboard('{Escape}')
  await user.click(form.getByRole('button', { name: 'Create API key' }))
  await screen.findByText('Authorization: token key-1:secret-1')
  expect(requests[0]?.body).toEqual({ read_only: true, inbox_ids: [9] })
  await user.click(screen.getByRole('button', { name: 'I’ve saved it' }))
  await waitFor(() => expect(screen.queryByText(/secret-1/)).toBeNull())
})

test('without selected inboxes the key has access to all of them', async () => {
  const requests = stubApi({ [`POST ${keyPath}`]: { data: { api_key: 'key-1', api_secret: 'secret-1' } } })
  const { user } = renderKey()
  await user.click(screen.getByRole('button', { name: 'Create API key' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create API key' }))
  await screen.findByText('secret-1')
  expect(requests[0]?.body).toEqual({ read_only: false, inbox_ids: null })
})

test.each([
  [{}, 'Access: same as this agent'],
  [{ api_key_read_only: true }, 'Access: read-only'],
  [{ api_key_read_only: true, api_key_inbox_ids: [9, 10] }, 'Access: read-only, 2 inboxes only'],
])('a key with %j says "%s"', (scope, text) => {
  const { container } = renderKey(agentWith([], { api_key: 'key-1', ...scope }))
  expect(container.textContent).toContain(text)
  expect(container.textContent).toContain('Never used')
})

test('replacing a key warns of the programs that use it', async () => {
  stubApi({})
  const { user } = renderKey(agentWith([], { api_key: 'key-1' }))
  await user.click(screen.getByRole('button', { name: 'Replace key' }))
  await screen.findByText('Programs using the current key are rejected until they use the new one.')
})

test('a key is revoked after a confirmation', async () => {
  const requests = stubApi({ [`DELETE ${keyPath}`]: { data: true } })
  const { user } = renderKey(agentWith([], { api_key: 'key-1' }))
  await user.click(screen.getByRole('button', { name: 'Revoke key' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(requests).toEqual([])
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Revoke key' }).disabled).toBe(false),
  )
  await user.click(dialog.getByRole('button', { name: 'Revoke key' }))
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['DELETE']))
})

const invitation = { state: 'expired', at: '2026-11-01T09:00:00Z' } as const

test('an expired invitation can be sent again, or copied as a link that is shown once', async () => {
  const url = 'https://parley.test/set-password?token=abc'
  const requests = stubApi({
    'POST /api/v1/agents/7/invitation-link': { data: { url, expires_at: '2026-11-30T09:00:00Z' } },
  })
  const { user } = renderApp(<InvitationSection agent={agentWith([], { invitation })} />)
  screen.getByText('Invitation expired')
  screen.getByRole('button', { name: 'Resend invitation' })
  await user.click(screen.getByRole('button', { name: 'Copy one-time link' }))
  await screen.findByText(url)
  const [close] = screen.getAllByRole('button', { name: 'Close' })
  if (!close) throw new Error('it cannot be closed')
  await user.click(close)
  await waitFor(() => expect(screen.queryByText(url)).toBeNull())
  expect(requests).toHaveLength(1)
})

test('a disabled agent cannot be invited, and one who has signed in needs no invitation', () => {
  const disabled = renderApp(<InvitationSection agent={agentWith([], { invitation, enabled: false })} />)
  for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true)
  disabled.unmount()
  const { container } = renderApp(
    <InvitationSection agent={agentWith([], { invitation, last_login_at: '2026-11-02T09:00:00Z' })} />,
  )
  expect(container.textContent).toBe('')
})
