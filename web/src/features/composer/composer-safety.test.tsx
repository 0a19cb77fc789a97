import { act, screen, waitFor } from '@testing-library/react'
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
