import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TimedHeldSend } from '../../api/held-sends.ts'
import { queryKeys } from '../../api/query-client.ts'
import { messageFixture } from '../../realtime/conversation-fixtures.ts'
import { ada, button, inbox, renderComposer, textOf, watchSends } from './composer-suite.tsx'

test('agents who may not write see no composer', () => {
  renderComposer({ permissions: ['messages:read'] })
  expect(screen.queryByRole('region')).toBeNull()
})

test('a reply goes to the customer, and the composer is empty afterwards', async () => {
  const { user, write, accept, draftOf } = renderComposer()
  const sent = watchSends(accept)
  await write('Hello Ada')
  await user.click(button('Send'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({
    message: expect.stringContaining('<p>Hello Ada</p>'),
    private: false,
    to: [ada],
    history: 'known',
    after: null,
  })
  await waitFor(() => expect(textOf('Reply')).toBe(''))
  await waitFor(() => expect(draftOf('reply')).toBeNull())
})

test('an empty reply cannot be sent', async () => {
  const { user } = renderComposer()
  const sent = watchSends({})
  await user.click(await screen.findByRole('textbox', { name: 'Reply' }))
  expect(button('Send').disabled).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent()).toEqual([])
})

test('a failed reply returns to the editor with the reason, and retrying repeats the same request', async () => {
  const { user, write, sendPath } = renderComposer()
  const sent = watchSends({ [sendPath]: { status: 503, error: { message: 'The server is busy' } } })
  await write('Hello Ada')
  await user.click(button('Send'))
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy')
  expect(textOf('Reply')).toBe('Hello Ada')
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/\S{8}/)
  expect(second).toBe(first)
})

test('Ctrl+Shift+Enter also resolves, where the agent may change the status', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('Done')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ after: { status: 'Resolved' } })
})

test('an agent who may not change the status can only send, now or later', async () => {
  const { user, write, accept } = renderComposer({ permissions: ['messages:write'] })
  const sent = watchSends(accept)
  await write('Done')
  await user.click(button('More send options'))
  expect(await screen.findByRole('menuitem', { name: /Send later/ })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /resolve|snooze/i })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('textbox', { name: 'Reply' }))
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ after: null })
})

test('the send action chosen from the menu becomes the button’s default', async () => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('Done')
  await user.click(button('More send options'))
  await user.click(await screen.findByRole('menuitem', { name: /^Send and resolve/ }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ after: { status: 'Resolved' } }))
  expect(button('Send and resolve')).toBeTruthy()
})

test('a note has no recipients and a draft separate from the reply', async () => {
  const { user, uuid, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await write('For Ada')
  await user.click(screen.getByRole('tab', { name: 'Private note' }))
  await write('For us', 'Private note')
  expect(screen.queryByRole('textbox', { name: 'To' })).toBeNull()
  await user.click(button('Add note'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({
    message: '<p>For us</p>',
    private: true,
    attachments: [],
    macros: [],
    draft: { key: `note.${uuid}`, revision: null, attempt: expect.any(String) },
  })
  await user.click(screen.getByRole('tab', { name: 'Reply' }))
  await waitFor(() => expect(textOf('Reply')).toBe('For Ada'))
})

test('without recipients nothing is sent, and the reason is shown', async () => {
  const { user, write } = renderComposer()
  const sent = watchSends({})
  await write('Hello')
  await user.click(button(`Remove ${ada}`))
  await user.click(button('Send'))
  expect((await screen.findByRole('alert')).textContent).toBe('Add at least one recipient.')
  expect(sent()).toEqual([])
})

test.each([
  ['without the earlier messages', 'Send without them', 'known'],
  ['with them, if the author includes them', 'Include', 'all'],
])('a new recipient gets the reply %s', async (_how, choice, history) => {
  const { user, write, accept } = renderComposer()
  const sent = watchSends(accept)
  await user.type(await screen.findByRole('textbox', { name: 'To' }), 'new@acme.example{Enter}')
  await write('Hello both')
  await user.click(button('Send'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Include earlier messages?' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['new@acme.example'])
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: choice }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ to: [ada, 'new@acme.example'], history })
})

test('cancelling the question about history sends nothing and keeps the text', async () => {
  const { user, write } = renderComposer()
  const sent = watchSends({})
  await user.type(await screen.findByRole('textbox', { name: 'To' }), 'new@acme.example{Enter}')
  await write('Hello both')
  await user.click(button('Send'))
  await screen.findByRole('dialog', { name: 'Include earlier messages?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  expect(textOf('Reply')).toBe('Hello both')
})

test('a reply is not sent from an inbox that is turned off; a note is added', async () => {
  const { user, write } = renderComposer({ inboxes: [{ ...inbox, enabled: false, sending: 'off' }] })
  await write('Hello')
  expect(button('Send').disabled).toBe(true)
  expect(await screen.findByText(/Support is turned off/)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Private note' }))
  await write('For us', 'Private note')
  expect(button('Add note').disabled).toBe(false)
})

test('with an undo window the reply is held, and can be undone', async () => {
  const { user, client, uuid, write, sendPath } = renderComposer({ undo_seconds: 10 })
  const held = {
    uuid: '00000000-0000-4000-8000-0000000000aa',
    conversation_uuid: uuid,
    created_at: new Date().toISOString(),
    held_until: new Date(Date.now() + 10_000).toISOString(),
    remaining_ms: 10_000,
    message: '<p>Hello Ada</p>',
    to: [ada],
    cc: [],
    bcc: [],
    attachments: [],
    after: null,
    macros: [],
    start: null,
  }
  const accepted = { data: { ...messageFixture(2), id: 0, conversation_uuid: uuid, held, scheduled: null } }
  let hold = Promise.resolve()
  const sent = watchSends({
    [sendPath]: () => hold.then(() => accepted),
    [`PUT /api/v1/held-sends/${held.uuid}/undo`]: { data: held },
  })
  const heldSends = () => client.getQueryData<TimedHeldSend[]>(queryKeys.heldSends)?.map((one) => one.uuid)
  await write('Hello Ada')
  await user.click(button('Send'))
  await waitFor(() => expect(heldSends()).toEqual([held.uuid]))
  expect(sent()[0]?.body).toMatchObject({ undo_seconds: 10 })
  await waitFor(() => expect(textOf('Reply')).toBe(''))
  await user.click(screen.getByRole('textbox', { name: 'Reply' }))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(textOf('Reply')).toBe('Hello Ada'))
  expect(heldSends()).toEqual([])

  // The key may come before the server has accepted it.
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  await user.keyboard('{Control>}{Enter}z{/Control}')
  expect(textOf('Reply')).toBe('')
  resolve()
  await waitFor(() => expect(textOf('Reply')).toBe('Hello Ada'))
  expect(heldSends()).toEqual([])
})
