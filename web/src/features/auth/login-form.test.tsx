import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { LoginForm } from './login-form.tsx'

const agent = agentWith()
const signIn = 'POST /api/v1/auth/login'

function renderLogin() {
  const onSignedIn = vi.fn()
  const app = renderApp(<LoginForm onSignedIn={onSignedIn} alternatives={<p>Other ways</p>} />, {
    cached: [[queryKeys.config, {}]],
  })
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  const typeCredentials = async () => {
    await app.user.type(email, ' ada@acme.test ')
    await app.user.type(password, 'Secret words 1')
  }
  return { ...app, onSignedIn, email, password, submit, typeCredentials }
}

test('an incomplete form is not sent and says what is missing', async () => {
  const requests = stubApi({})
  const { user, email, submit } = renderLogin()
  await user.type(email, 'ada@acme')
  await submit()
  await screen.findByText('Enter a full email address, like ada@example.com.')
  await screen.findByText('Enter your password.')
  expect(requests).toEqual([])
})

test('after signing in the agent is known and the settings are fetched again', async () => {
  const requests = stubApi({ [signIn]: { data: agent } })
  const { client, typeCredentials, submit, onSignedIn } = renderLogin()
  client.setQueryData(queryKeys.settings, {})
  await typeCredentials()
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests[0]?.body).toEqual({ email: 'ada@acme.test', password: 'Secret words 1' })
  expect(client.getQueryData(queryKeys.me)).toMatchObject({ id: agent.id })
  expect(client.getQueryState(queryKeys.settings)?.isInvalidated).toBe(true)
})

test('a wrong password is reported, and the password is selected to be typed again', async () => {
  stubApi({ [signIn]: { status: 401, error: { message: 'Wrong email or password' } } })
  const { typeCredentials, submit, password, email, onSignedIn } = renderLogin()
  await typeCredentials()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong email or password')
  expect(document.activeElement).toBe(password)
  expect(email.value, 'what was typed is kept').toContain('ada@acme.test')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a second click while signing in sends nothing', async () => {
  let answer = () => {}
  const requests = stubApi({
    [signIn]: () => new Promise((resolve) => (answer = () => resolve({ data: agent }))),
  })
  const { typeCredentials, submit, onSignedIn, user, password } = renderLogin()
  await typeCredentials()
  await submit()
  await user.type(password, '{Enter}')
  answer()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(1)
})

test('after signing in nothing more is sent while the next page loads', async () => {
  const requests = stubApi({ [signIn]: { data: agent } })
  const { typeCredentials, submit, onSignedIn, user, password } = renderLogin()
  await typeCredentials()
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  await user.type(password, '{Enter}')
  await submit()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toHaveLength(1)
})

test('an agent with two-factor authentication is asked for the code, and can go back to the password', async () => {
  stubApi({
    [signIn]: {
      status: 401,
      data: { second_factor: ['totp', 'recovery_code'], ticket: 'ticket-1' },
      error: { message: 'Enter the code' },
    },
  })
  const { typeCredentials, submit, user, onSignedIn } = renderLogin()
  await typeCredentials()
  await submit()
  await screen.findByRole('textbox', { name: 'Code' })
  expect(screen.queryByText('Other ways'), 'the password was accepted').toBeNull()
  expect(onSignedIn).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByLabelText('Password')
})

test('the password can be shown and hidden again', async () => {
  const { user, password } = renderLogin()
  expect(password.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.type).toBe('password')
})

test('passkeys are offered only on the origin that the workspace is configured for', () => {
  stubApi({})
  vi.stubGlobal('PublicKeyCredential', class {})
  const elsewhere = renderApp(<LoginForm onSignedIn={() => {}} />, {
    cached: [[queryKeys.config, { 'app.passkey_origin': 'https://elsewhere.test' }]],
  })
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  elsewhere.unmount()
  renderApp(<LoginForm onSignedIn={() => {}} />, {
    cached: [[queryKeys.config, { 'app.passkey_origin': location.origin }]],
  })
  screen.getByRole('button', { name: 'Use a passkey' })
})
