import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionList } from './session-list.tsx'

const session = (number: number, is_current: boolean, user_agent: string | null) => ({
  uuid: `00000000-0000-4000-8000-00000000000${number}`,
  created_at: '2026-11-01T09:00:00Z',
  last_seen_at: '2026-11-01T09:00:00Z',
  ip: '192.0.2.1',
  user_agent,
  is_current,
})
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const list = '/api/v1/agents/me/sessions'

test('this browser comes first and cannot be signed out here', async () => {
  stubApi({ [`GET ${list}`]: { data: [session(1, false, null), session(2, true, firefox)] } })
  renderApp(<SessionList />)
  const [first, second] = await screen.findAllByRole('listitem')
  if (!first || !second) throw new Error('two sessions')
  within(first).getByText('This browser')
  expect(within(first).queryByRole('button')).toBeNull()
  within(second).getByRole('button', { name: 'Sign out of Unknown device' })
})

test('one session or all others can be signed out, and the list is fetched again', async () => {
  const other = session(1, false, firefox)
  let sessions = [session(2, true, firefox), other, session(3, false, null)]
  const requests = stubApi({
    [`GET ${list}`]: () => ({ data: sessions }),
    [`DELETE ${list}/${other.uuid}`]: () => {
      sessions = sessions.filter(({ uuid }) => uuid !== other.uuid)
      return { data: true }
    },
    [`DELETE ${list}`]: () => {
      sessions = sessions.filter(({ is_current }) => is_current)
      return { data: true }
    },
  })
  const { user } = renderApp(<SessionList />)
  await user.click(await screen.findByRole('button', { name: 'Sign out of Firefox on Linux' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('a weak new password is refused before it is sent', async () => {
  const requests = stubApi({ 'PUT /api/v1/agents/me/password': { data: true } })
  const { user } = renderApp(<PasswordSection />)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = () => user.click(dialog.getByRole('button', { name: 'Change password' }))
  await user.type(dialog.getByLabelText('Current password'), 'Old secret 1!')
  await user.type(dialog.getByLabelText('New password'), 'short')
  await submit()
  await dialog.findByText(/^Use 10 to 72 characters/)
  expect(requests).toEqual([])
  await user.type(dialog.getByLabelText('New password'), ' But Longer 1!')
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests[0]?.body).toEqual({ old_password: 'Old secret 1!', new_password: 'short But Longer 1!' })
})

test('typed passwords are not kept in the tab', async () => {
  stubApi({})
  const { user } = renderApp(<PasswordSection />)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await user.type(await screen.findByLabelText('Current password'), 'Old secret 1!')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')
})
