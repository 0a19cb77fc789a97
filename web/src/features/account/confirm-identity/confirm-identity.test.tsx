import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { requestConfirmation } from '../../../api/confirmation.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { ConfirmIdentity } from './confirm-identity.tsx'

const path = '/api/v1/agents/me/confirmation'
const ways = (methods: object, confirmed_until: string | null = null) => ({
  confirmed_until,
  methods: { password: false, passkey: false, oidc: [], ...methods },
})

// The page loads it when it is needed, which takes longer on a busy machine than a test waits.
beforeAll(() => import('./confirm-identity-dialog.tsx'))

function renderConfirmation(answers: Parameters<typeof stubApi>[0]) {
  const requests = stubApi(answers)
  const app = renderApp(<ConfirmIdentity />, { cached: [[queryKeys.config, {}]] })
  return { ...app, requests, result: requestConfirmation() }
}

test('without a page that can ask, nothing is confirmed', async () => {
  await expect(requestConfirmation()).resolves.toBe(false)
})

test('the right password confirms, and a wrong one can be corrected', async () => {
  let isRight = false
  const { user, result, requests } = renderConfirmation({
    [`GET ${path}`]: { data: ways({ password: true }) },
    [`POST ${path}`]: () =>
      isRight
        ? { data: ways({ password: true }, '2026-11-01T09:00:00Z') }
        : { status: 403, error: { message: 'The password is wrong' } },
  })
  const field = await screen.findByLabelText('Password')
  await user.type(field, 'Wrong')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('The password is wrong')
  isRight = true
  await user.clear(field)
  await user.type(field, 'Right{Enter}')
  await expect(result).resolves.toBe(true)
  expect(requests.at(-1)?.body).toEqual({ password: 'Right' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('cancelling leaves the change unsaved', async () => {
  const { user, result } = renderConfirmation({ [`GET ${path}`]: { data: ways({ password: true }) } })
  await screen.findByLabelText('Password')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect(result).resolves.toBe(false)
})

test('a sign-in at the provider is detected automatically', async () => {
  let confirmed: string | null = null
  const { user, result } = renderConfirmation({
    [`GET ${path}`]: () => ({ data: ways({ oidc: [{ id: 3, name: 'Okta' }] }, confirmed) }),
  })
  const open = vi.fn((_url: string): object | null => ({}))
  vi.stubGlobal('open', open)
  await user.click(await screen.findByRole('button', { name: 'Continue with Okta' }))
  expect(open.mock.calls[0]?.[0]).toBe('/api/v1/oidc/3/login?confirm=1')
  await screen.findByText(/This page continues automatically/)
  confirmed = '2026-11-01T09:00:00Z'
  await expect(result).resolves.toBe(true)
})

test('a blocked window is reported', async () => {
  const { user } = renderConfirmation({
    [`GET ${path}`]: { data: ways({ oidc: [{ id: 3, name: 'Okta' }] }) },
  })
  vi.stubGlobal('open', () => null)
  await user.click(await screen.findByRole('button', { name: 'Continue with Okta' }))
  await screen.findByText(/Your browser blocked the window/)
})

test('an agent without any way to confirm can sign out instead', async () => {
  renderConfirmation({ [`GET ${path}`]: { data: ways({}) } })
  await screen.findByText(/There’s no way to confirm here/)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})
