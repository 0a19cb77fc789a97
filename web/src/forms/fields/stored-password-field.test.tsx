import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderForm } from '../../testing/render-form.tsx'
import { StoredPasswordField, UnusedPassword } from './stored-password-field.tsx'

const schema = z.object({ password: z.string(), remove_password: z.boolean() })
const values = { password: '', remove_password: false }
const renderPassword = (isStored: boolean) =>
  renderForm({ schema, values }, (form) => (
    <StoredPasswordField
      form={form}
      name="password"
      remove="remove_password"
      isStored={isStored}
      label="Password"
      help="Used to sign in"
    />
  ))
const input = () => screen.getByLabelText<HTMLInputElement>('Password')

test('a stored password is never shown, and is kept when the field stays empty', async () => {
  const { submit, save } = renderPassword(true)
  expect(input().value).toBe('')
  expect(input().placeholder).not.toBe('')
  screen.getByText('Stored encrypted. Leave empty to keep it.')
  await submit()
  await waitFor(() => expect(save.mock.calls).toEqual([[values, expect.anything(), null]]))
})

test('a stored password can be removed, and the removal undone', async () => {
  const { user, submit, save } = renderPassword(true)
  await user.click(screen.getByRole('button', { name: 'Remove the stored Password' }))
  expect(input().disabled).toBe(true)
  screen.getByText('The stored password will be removed when you save.')
  await user.click(screen.getByRole('button', { name: 'Keep the stored Password' }))
  expect(input().disabled).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Remove the stored Password' }))
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toEqual({ password: '', remove_password: true })
})

test('without a stored password there is no remove button', () => {
  renderPassword(false)
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(input().placeholder).toBe('')
  screen.getByText('Used to sign in')
})

test('a password that the sign-in no longer uses can be removed', async () => {
  const { user, submit, save } = renderForm({ schema, values }, (form) => (
    <UnusedPassword form={form} remove="remove_password" label="Password" />
  ))
  screen.getByText('A password is stored, but this sign-in doesn’t use it.')
  await user.click(screen.getByRole('button', { name: 'Remove the stored Password' }))
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].remove_password).toBe(true)
})
