import type { SecondFactor } from '@parley/contract/account/account-security'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

const path = '/api/v1/agents/me/second-factor'
const off: SecondFactor = {
  totp: { enabled: false, since: null },
  passkeys: 0,
  recovery_codes_left: 0,
  is_required: false,
}
const on: SecondFactor = {
  ...off,
  totp: { enabled: true, since: '2026-11-01T09:00:00Z' },
  recovery_codes_left: 8,
}
const codes = ['aaaa-1111', 'bbbb-2222']

async function renderSection(state: SecondFactor, answers: Parameters<typeof stubApi>[0] = {}) {
  const requests = stubApi({ [`GET ${path}`]: { data: state }, ...answers })
  const app = renderApp(<SecondFactorSection />)
  await screen.findAllByRole('button')
  const sent = () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)
  return { ...app, sent }
}
const password = () => screen.findByLabelText<HTMLInputElement>('Password')

test('an app is set up with the password, a first code and the recovery codes, which are shown once', async () => {
  const { user, sent } = await renderSection(off, {
    [`POST ${path}/totp`]: { data: { secret: 'SECRET', uri: 'otpauth://x', qr_svg: '<svg/>' } },
    [`PUT ${path}/totp`]: { data: { recovery_codes: codes } },
  })
  await user.click(screen.getByRole('button', { name: 'Set up authenticator app' }))
  await user.type(await password(), 'My password{Enter}')
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code from the app' })
  expect(code.value, 'the password is not carried over').toBe('')
  screen.getByText('SECRET')
  await user.type(code, '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('aaaa-1111')
  expect(sent()).toEqual([{ password: 'My password' }, { code: '123456', password: 'My password' }])
  await user.keyboard('{Escape}')
  screen.getByText('bbbb-2222')
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByText('bbbb-2222')).toBeNull())
})

test('a wrong password or an empty code stays in its step and says why', async () => {
  const { user, sent } = await renderSection(off, {
    [`POST ${path}/totp`]: { status: 403, error: { message: 'The password is wrong' } },
  })
  await user.click(screen.getByRole('button', { name: 'Set up authenticator app' }))
  await user.type(await password(), '{Enter}')
  expect((await password()).getAttribute('aria-invalid')).toBe('true')
  expect(sent(), 'nothing empty is sent').toEqual([])
  await user.type(await password(), 'Wrong{Enter}')
  await screen.findByText('The password is wrong')
  expect(screen.queryByRole('textbox', { name: 'Code from the app' })).toBeNull()
})

test('turning it off needs the password', async () => {
  const { user, sent } = await renderSection(on, { [`POST ${path}/remove`]: { data: true } })
  screen.getByText('8 recovery codes left.')
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.type(await password(), 'My password{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ password: 'My password' }])
})

test('the last required second factor cannot be turned off', async () => {
  await renderSection({ ...on, is_required: true })
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  screen.getByText(/set up another before turning this one off/)
})

test('a required second factor can be turned off next to a passkey', async () => {
  await renderSection({ ...on, is_required: true, passkeys: 1 })
  screen.getByRole('button', { name: 'Turn off' })
})

test('new recovery codes are shown after the password', async () => {
  const { user } = await renderSection(on, {
    [`POST ${path}/recovery-codes`]: { data: { recovery_codes: codes } },
  })
  await user.click(screen.getByRole('button', { name: 'Generate new recovery codes' }))
  await user.type(await password(), 'My password{Enter}')
  await screen.findByText('bbbb-2222')
})

test('recovery codes are offered only with a second factor', async () => {
  await renderSection(off)
  expect(screen.queryByText(/recovery code/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Generate new recovery codes' })).toBeNull()
})

test('a state that could not be loaded offers no change, only a retry', async () => {
  let fails = true
  stubApi({
    [`GET ${path}`]: () => (fails ? { status: 500, error: { message: 'Not now' } } : { data: off }),
  })
  const { user } = renderApp(<SecondFactorSection />)
  await screen.findByText('Not now')
  expect(screen.queryByRole('button', { name: 'Set up authenticator app' })).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Set up authenticator app' })
})
