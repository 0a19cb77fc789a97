import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubApi } from '../../../testing/render.tsx'
import { renderForm } from '../../../testing/render-form.tsx'
import { AddressListField } from '../address-list-field.tsx'
import { type InboxFields, inboxSchema, newInbox } from '../inbox-fields.ts'
import { PresetField } from '../preset-field.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { ServerFields } from './server-fields.tsx'

const mailbox: InboxFields = {
  ...newInbox,
  preset: 'generic',
  name: 'Support',
  address: 'help@example.com',
  imap_host: 'imap.example.com',
  imap_password: 'secret',
  smtp_host: 'smtp.example.com',
}
const testPath = 'POST /api/v1/inboxes/test'
const check = {
  server: 'imap',
  host: 'imap.example.com',
  ok: true,
  answer: '3 emails',
  took_ms: 80,
  greeting: 'Dovecot',
}

const renderConnection = (values: InboxFields, inbox?: Inbox) =>
  renderForm({ schema: inboxSchema, values }, (form) => (
    <>
      <PresetField form={form} />
      <ServerFields form={form} server="imap" />
      <ConnectionTest form={form} server="imap" inbox={inbox} />
      <AddressListField form={form} name="aliases" label="Other addresses" />
    </>
  ))
const testButton = () => screen.getByRole('button', { name: /^Test/ })
const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('only the tested server is sent, with the values of the form', async () => {
  const requests = stubApi({ [testPath]: { data: [check] } })
  const { user } = renderConnection(mailbox)
  await user.click(testButton())
  expect((await screen.findByRole('status')).textContent).toMatch(/3 emails.*Dovecot/)
  expect(requests[0]?.body).toMatchObject({
    config: {
      smtp: [],
      imap: [{ host: 'imap.example.com', password: 'secret', username: 'help@example.com' }],
    },
  })
})

test('a failed connection is an alert with the server’s response', async () => {
  stubApi({
    [testPath]: { data: [{ ...check, ok: false, answer: 'The password was rejected', greeting: null }] },
  })
  const { user } = renderConnection(mailbox)
  await user.click(testButton())
  expect((await screen.findByRole('alert')).textContent).toContain('The password was rejected')
})

test('without a server nothing is tested, and its field shows why', async () => {
  const requests = stubApi({})
  const { user } = renderConnection({ ...mailbox, imap_host: '' })
  await user.click(testButton())
  await waitFor(() => expect(textbox('Server').getAttribute('aria-invalid')).toBe('true'))
  expect(requests).toEqual([])
})

test('choosing where the email is hosted fills in the servers', async () => {
  const { user, submit, save } = renderConnection({ ...mailbox, preset: '', imap_host: '', smtp_host: '' })
  const [gmail] = screen.getAllByRole('radio')
  if (!gmail) throw new Error('no preset')
  await submit()
  await screen.findAllByRole('alert')
  await user.click(gmail)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toMatchObject({
    preset: 'gmail',
    imap_host: 'imap.gmail.com',
    imap_port: 993,
    smtp_host: 'smtp.gmail.com',
  })
})

test('an unusual port is pointed out', async () => {
  const { user } = renderConnection(mailbox)
  const port = screen.getByRole('spinbutton', { name: 'Port' })
  await user.clear(port)
  await user.type(port, '1993')
  screen.getByText('Usually 993 or 143')
  await user.clear(port)
  await user.type(port, '143')
  expect(screen.queryByText('Usually 993 or 143')).toBeNull()
})

test('addresses are added by Enter, comma, leaving the field and pasting, each once', async () => {
  const { user, submit, save } = renderConnection(mailbox)
  const field = textbox('Other addresses')
  await user.type(field, 'Sales@Example.com{Enter}info@example.com,')
  await user.paste('sales@example.com; jobs@example.com')
  await user.type(field, 'late@example.com')
  await user.tab()
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].aliases).toEqual([
    'sales@example.com',
    'info@example.com',
    'jobs@example.com',
    'late@example.com',
  ])
})

test('Backspace in the empty field removes the last address', async () => {
  const { user, submit, save } = renderConnection({ ...mailbox, aliases: ['a@example.com', 'b@example.com'] })
  await user.type(textbox('Other addresses'), 'x{Backspace}{Backspace}')
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0].aliases).toEqual(['a@example.com'])
})

test('the error names the invalid address', async () => {
  const { user, submit, save } = renderConnection(mailbox)
  await user.type(textbox('Other addresses'), 'fine@example.com{Enter}nonsense{Enter}')
  await submit()
  await screen.findByText(/^nonsense: /)
  expect(save).not.toHaveBeenCalled()
})
