import type { Contact } from '@parley/contract/contacts/contacts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { AddressSection } from './address-section.tsx'

const created_at = '2026-09-01T09:00:00.000Z'
const contactOf = (...addresses: string[]): Contact => ({
  ...agentWith([], { id: 3, type: 'contact' }),
  addresses: addresses.map((address, at) => ({ address, is_primary: at === 0, created_at })),
})
const contact = contactOf('ada@acme.example', 'ada@home.example')
const ADDRESSES = '/api/v1/contacts/3/addresses'

const renderSection = (mayWrite = true) =>
  renderApp(<AddressSection contact={contact} mayWrite={mayWrite} />, {
    cached: [[queryKeys.contact(3), contact]],
  })

async function actionsFor(user: ReturnType<typeof renderSection>['user'], address: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${address}` }))
  await screen.findAllByRole('menuitem')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test.each([
  ['the primary address', 'ada@acme.example', true, ['Copy']],
  ['another address', 'ada@home.example', true, ['Copy', 'Make primary', 'Remove']],
  ['another address, without permission to write', 'ada@home.example', false, ['Copy']],
])('%s offers what can be done with it', async (_which, address, mayWrite, actions) => {
  const { user } = renderSection(mayWrite)
  expect(await actionsFor(user, address)).toEqual(actions)
})

test('an address becomes the primary one, and the contact is shown as the server returns it', async () => {
  const changed = contactOf('ada@home.example', 'ada@acme.example')
  const path = `${ADDRESSES}/ada%40home.example/primary`
  const requests = stubApi({ [`PUT ${path}`]: { data: changed } })
  const { user, client } = renderSection()
  await actionsFor(user, 'ada@home.example')
  await user.click(screen.getByRole('menuitem', { name: 'Make primary' }))
  await waitFor(() => expect(client.getQueryData(queryKeys.contact(3))).toEqual(changed))
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`PUT ${path}`])
})

test('an address is added, and the form closes', async () => {
  const changed = contactOf('ada@acme.example', 'ada@home.example', 'ada@new.example')
  const requests = stubApi({ [`POST ${ADDRESSES}`]: { data: changed } })
  const { user, client } = renderSection()
  await user.click(screen.getByRole('button', { name: 'Add email address' }))
  const field = screen.getByRole('textbox', { name: 'New email address' })
  expect(document.activeElement).toBe(field)
  await user.type(field, 'ada@new.example{Enter}')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ address: 'ada@new.example' }])
  expect(client.getQueryData(queryKeys.contact(3))).toEqual(changed)
})

test('an address that belongs to someone else stays in the form, with the reason', async () => {
  const message = 'Another contact has this address'
  stubApi({
    [`POST ${ADDRESSES}`]: { status: 409, error: { message, errors: [{ path: 'address', message }] } },
  })
  const { user } = renderSection()
  await user.click(screen.getByRole('button', { name: 'Add email address' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New email address' })
  await user.type(field, 'bo@acme.example{Enter}')
  await screen.findByText(message)
  expect(field.value).toBe('bo@acme.example')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('Escape discards the form, which is empty when it is opened again', async () => {
  const requests = stubApi({})
  const { user } = renderSection()
  await user.click(screen.getByRole('button', { name: 'Add email address' }))
  await user.type(screen.getByRole('textbox'), 'ada@new.example{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add email address' }))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  expect(requests).toEqual([])
})
