import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { messageFixture } from '../../realtime/conversation-fixtures.ts'
import { putMessage } from '../../realtime/message-cache.ts'
import { button, renderComposer, textOf, watchSends } from './composer-suite.tsx'

test('a mentioned attachment that is missing is pointed out before sending', async () => {
  const { write } = renderComposer()
  await write('Please find the invoice attached')
  expect(await screen.findByText(/nothing is attached/)).toBeTruthy()
})

test('a mention of a missing attachment stops sending once; the same key sends it', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('Please find attached the invoice.')
  expect(await screen.findByText(/nothing is attached/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Send anyway/ })).toBeNull()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('button', { name: /Send anyway/ })).toBeTruthy()
  expect(sent()).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('several findings stop sending once, and “Send anyway” does what was chosen', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('Attached is the form. Your password is Tr0ub4dor and the card 4111 1111 1111 1111.')
  expect(await screen.findByText(/password or secret key/)).toBeTruthy()
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await user.click(await screen.findByRole('button', { name: /Send anyway/ }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ after: { status: 'Resolved' } })
})

test('a colleague’s reply in the meantime stops sending once, and is shown', async () => {
  const { user, write, accept, client, uuid } = renderComposer()
  const sent = watchSends(accept)
  await write('We will refund you.')
  const reply = messageFixture(3, {
    conversation_uuid: uuid,
    created_at: new Date(Date.now() - 20_000).toISOString(),
    type: 'outgoing',
    status: 'sent',
    sender_type: 'agent',
    sender_id: 31,
    sender: { id: 31, type: 'agent', first_name: 'Ben', last_name: '', avatar_url: null },
    text_content: 'Your refund is on its way.',
  })
  act(() => putMessage(client, reply))
  expect(await screen.findByText(/^Ben replied 2\d seconds ago: “Your refund is on its way.”$/)).toBeTruthy()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: /Send anyway/ })
  expect(sent()).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
})

/** Writes to someone new about an attachment that is missing, and presses Send. */
async function sendToNewRecipient() {
  const app = renderComposer()
  const { user, write } = app
  await user.type(await screen.findByRole('textbox', { name: 'To' }), 'new@acme.example{Enter}')
  await write('Please find attached the invoice.')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Include earlier messages?' }))
  return { ...app, dialog }
}

test('a new recipient and a finding stop sending once: the dialog shows both, and its answer confirms both', async () => {
  const { user, accept, dialog } = await sendToNewRecipient()
  const sent = watchSends(accept)
  expect(dialog.getByText('new@acme.example')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toMatch(/nothing is attached/)
  expect(screen.queryByRole('button', { name: /Send anyway/, hidden: true })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Include' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ history: 'all', after: { status: 'Resolved' } })
})

test('cancelling the dialog sends nothing and confirms nothing', async () => {
  const { user, accept } = await sendToNewRecipient()
  const sent = watchSends(accept)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/nothing is attached/)).toBeTruthy()
  await user.click(button('Send'))
  const again = within(await screen.findByRole('dialog', { name: 'Include earlier messages?' }))
  expect(again.getByText(/nothing is attached/)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('after the dialog, a colleague’s reply that the server knows of does not open it again', async () => {
  const { user, accept, sendPath, dialog } = await sendToNewRecipient()
  watchSends({ [sendPath]: refusalFor(reported('Your refund is on its way.')) })
  await user.click(dialog.getByRole('button', { name: 'Include' }))
  const anyway = await screen.findByRole('button', { name: /Send anyway/ })
  const sent = watchSends(accept)
  await user.click(anyway)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ history: 'all', after: { status: 'Resolved' } })
  expect(screen.queryByRole('dialog')).toBeNull()
})

const reported = (text: string | null) => ({
  uuid: '00000000-0000-4000-8000-0000000000bb',
  agent: { id: 31, first_name: 'Ben', last_name: 'Lee' },
  at: new Date(Date.now() - 2_000).toISOString(),
  text,
})
const refusalFor = (colleague_reply: object) => ({
  status: 409,
  error: { message: 'Ben Lee has replied' },
  data: { colleague_reply },
})

test('when the server knows of a colleague’s reply first, nothing is lost, and the same key sends anyway', async () => {
  const { user, write, accept, sendPath, client, uuid } = renderComposer()
  const ben = reported('Your refund is on its way.')
  const refused = watchSends({ [sendPath]: refusalFor(ben) })
  await write('We will refund you.')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  expect(await screen.findByText(/^Ben replied \d+ seconds? ago: “Your refund is on its way.”$/)).toBeTruthy()
  expect(button(/Send anyway/)).toBeTruthy()
  await waitFor(() => expect(textOf('Reply')).toBe('We will refund you.'))
  expect(screen.queryByText(/wasn’t sent/)).toBeNull()
  const received = (
    client.getQueryData(queryKeys.messages(uuid)) as { pages: { results: { uuid: string }[] }[] }
  ).pages[0]?.results[0]?.uuid
  expect(refused()[0]?.body).toMatchObject({ last_seen_uuid: received, send_despite: [] })

  // The reply arrives here too: it was asked about already.
  act(() =>
    putMessage(
      client,
      messageFixture(3, {
        uuid: ben.uuid,
        conversation_uuid: uuid,
        created_at: ben.at,
        type: 'outgoing',
        sender_type: 'agent',
        sender_id: 31,
        text_content: 'Your refund is on its way.',
      }),
    ),
  )
  const sent = watchSends(accept)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ last_seen_uuid: ben.uuid, send_despite: [ben.uuid] })
  expect(sent()[0]?.headers.get('Idempotency-Key')).not.toBe(refused()[0]?.headers.get('Idempotency-Key'))
  await waitFor(() => expect(textOf('Reply')).toBe(''))
})

test('a colleague who can still undo their reply is named, and “Send anyway” does what was chosen', async () => {
  const { user, write, accept, sendPath } = renderComposer()
  watchSends({ [sendPath]: refusalFor(reported(null)) })
  await write('We will refund you.')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  expect(await screen.findByText('Ben is sending a reply right now.')).toBeTruthy()
  const sent = watchSends(accept)
  await user.click(button(/Send anyway/))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ after: { status: 'Resolved' } })
})

test('checks that the agent turned off stop nothing, here and on the server', async () => {
  const { write, accept, user } = renderComposer({ muted_checks: ['attachment', 'colleague_replied'] })
  const sent = watchSends(accept)
  await write('Please find the invoice attached')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).not.toHaveProperty('last_seen_uuid')
})

test('a reply that was stopped on its way to be sent later is not sent at once by the key', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('Please find attached the invoice.')
  await user.click(button('More send options'))
  await user.click(await screen.findByRole('menuitem', { name: /Send later/ }))
  await user.type(await screen.findByRole('textbox', { name: 'When' }), 'in 3 days{Enter}')
  expect(await screen.findByRole('button', { name: /Send anyway/ })).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(button('Send'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({
    hold_if_customer_replies: true,
    send_at: expect.stringMatching(/Z$/),
  })
})

test('a note has no checks', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await user.click(await screen.findByRole('tab', { name: 'Private note' }))
  await write('Their card is 4111 1111 1111 1111', 'Private note')
  await user.click(button('Add note'))
  await waitFor(() => expect(sent()).toHaveLength(1))
})
