import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

const secondFactor = 'POST /api/v1/auth/second-factor'
type Challenge = Parameters<typeof SecondFactorForm>[0]['challenge']

function renderForm(second_factor: Challenge['second_factor'], passkeyOrigin?: string) {
  const onSignedIn = vi.fn()
  const onBack = vi.fn()
  const app = renderApp(
    <SecondFactorForm
      challenge={{ ticket: 'ticket-1', second_factor }}
      onSignedIn={onSignedIn}
      onBack={onBack}
    />,
    { cached: [[queryKeys.config, { 'app.passkey_origin': passkeyOrigin }]] },
  )
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return { ...app, onSignedIn, onBack, submit }
}

test('the code is sent with the ticket of the password', async () => {
  const requests = stubApi({ [secondFactor]: { data: agentWith() } })
  const { user, submit, onSignedIn, client } = renderForm(['totp', 'recovery_code'])
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456')
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests.map(({ body }) => body)).toEqual([{ ticket: 'ticket-1', code: '123456' }])
  expect(client.getQueryData(queryKeys.me)).toMatchObject({ id: 7 })
})

test('after signing in the code is not sent again while the next page loads', async () => {
  const requests = stubApi({ [secondFactor]: { data: agentWith() } })
  const { user, submit, onSignedIn } = renderForm(['totp'])
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  await submit()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toHaveLength(1)
})

test('an empty code is not sent', async () => {
  const requests = stubApi({})
  const { user, submit } = renderForm(['totp'])
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '   ')
  await submit()
  await screen.findByText('Enter the code.')
  expect(requests).toEqual([])
})

test('a wrong code is shown on its field, and any other refusal above the form', async () => {
  const wrong = 'This code is wrong or has expired'
  let error: { message: string; errors?: object[] } = {
    message: wrong,
    errors: [{ path: 'code', message: wrong }],
  }
  stubApi({ [secondFactor]: () => ({ status: 401, error }) })
  const { user, submit, onSignedIn } = renderForm(['totp'])
  const field = screen.getByRole('textbox', { name: 'Code' })
  await user.type(field, '000000')
  await submit()
  await screen.findByText(wrong)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  error = { message: 'Too many attempts. Wait a minute' }
  await submit()
  await screen.findByText('Too many attempts. Wait a minute')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('an agent with only a passkey is asked for it, or for a recovery code', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  renderForm(['passkey', 'recovery_code'], location.origin)
  const passkey = screen.getByRole('button', { name: 'Use a passkey' })
  expect(document.activeElement, 'the usual way has the focus').toBe(passkey)
  screen.getByRole('textbox', { name: 'Recovery code' })
})

test('a passkey is not offered to an agent without one', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  renderForm(['totp'], location.origin)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})
