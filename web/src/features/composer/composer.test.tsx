import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { MessageSend } from '@parley/contract/messages/messages'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { TimedHeldSend } from '../../api/held-sends.ts'
import { queryKeys } from '../../api/query-client.ts'
import { readDraft } from '../../lib/drafts.ts'
import { conversationFixture, messageFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { putMessage } from '../../realtime/message-cache.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { Composer } from './composer.tsx'

const ada = 'ada@brandt.example'
const inbox = {
  id: 1,
  name: 'Support',
  enabled: true,
  from: 'support@acme.example',
  aliases: [],
  receiving_address: null,
  quote_history: true,
  signature: '',
  sending: 'working',
} as unknown as Inbox // the fields that the composer reads

// Loading the editor for the first time takes longer than a test waits.
beforeAll(() => import('./composer-form.tsx'))

let numberOfTests = 0
/** Sends outlive the component, so that each test has a conversation of its own. */
function renderComposer({
  permissions = ['messages:write', 'conversations:update_status'] as Permission[],
  undo_seconds = 0,
  inboxes = [inbox],
} = {}) {
  numberOfTests += 1
  const conversation = toConversation(conversationFixture(numberOfTests))
  const { uuid } = conversation
  const received = messageFixture(1, {
    conversation_uuid: uuid,
    meta: { from: [ada], to: ['support@acme.example'] },
  })
  const cached: [QueryKey, unknown][] = [
    [queryKeys.conversation(uuid), conversation],
    [
      queryKeys.messages(uuid),
      { pages: [{ results: [received], total: 1, next_cursor: null }], pageParams: [undefined] },
    ],
    [queryKeys.inboxes, inboxes],
    [queryKeys.macros, []],
    [queryKeys.settings, {}],
    [queryKeys.agents, []],
    [queryKeys.heldSends, []],
    [queryKeys.drafts, []],
  ]
  const app = renderApp(<Composer uuid={uuid} />, { me: agentWith(permissions, { undo_seconds }), cached })
  const sendPath = `POST /api/v1/conversations/${uuid}/messages`
  const accept = {
    [sendPath]: ({ body }: { body: unknown }) => ({
      data: {
        ...messageFixture(2, {
          conversation_uuid: uuid,
          type: 'outgoing',
          sender_type: 'agent',
          sender_id: 7,
        }),
        content: (body as MessageSend).message,
        held: null,
        scheduled: null,
      },
    }),
  }
  const draftOf = (mode: 'reply' | 'note') => readDraft({ agent_id: 7, uuid, mode })
  const write = async (text: string, name = 'Reply') => {
    await app.user.click(await screen.findByRole('textbox', { name }))
    await app.user.keyboard(text)
  }
  return { ...app, uuid, sendPath, accept, draftOf, write }
}
/** The messages that reach the server; other requests refetch what may have changed. */
function watchSends(answers: Parameters<typeof stubApi>[0]) {
  const requests = stubApi(answers)
  return () => requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const textOf = (name: string) => screen.getByRole('textbox', { name }).textContent

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
  const sent = watchSends({
    [sendPath]: { data: { ...messageFixture(2), id: 0, conversation_uuid: uuid, held, scheduled: null } },
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
})

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
