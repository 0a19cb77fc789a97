import type { Inbox } from '@parley/contract/inboxes/inboxes'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { Toasts } from '../../testing/toasts.tsx'
import { NewConversationDialog } from './new-conversation-dialog.tsx'

const CREATE = 'POST /api/v1/conversations'
const inboxOf = (id: number, sending: Inbox['sending'] = 'working') =>
  ({
    id,
    name: `Inbox ${id}`,
    enabled: true,
    from: `inbox${id}@acme.example`,
    aliases: [],
    receiving_address: null,
    signature: '',
    sending,
  }) as unknown as Inbox // the fields that the form reads
const created = toConversation(conversationFixture(1, { assigned_user_id: null }))

function renderDialog({
  /** null: they are requested. */
  inboxes = [inboxOf(1)] as Inbox[] | null,
  permissions = ['messages:write', 'conversations:read_all'] as Permission[],
} = {}) {
  const onClose = vi.fn()
  const cached: [QueryKey, unknown][] = [
    ...(inboxes ? [[queryKeys.inboxes, inboxes] as [QueryKey, unknown]] : []),
    [queryKeys.teams, []],
    [queryKeys.agents, []],
    [queryKeys.macros, []],
    [queryKeys.settings, {}],
    [queryKeys.drafts, []],
  ]
  const app = renderApp(
    <>
      <NewConversationDialog onClose={onClose} />
      <Toasts />
    </>,
    { me: agentWith(permissions), cached },
  )
  const fill = async () => {
    // Leaving the field closes its suggestions.
    await app.user.type(emailField(), 'ada@acme.example{Tab}')
    await app.user.type(field('First name'), 'Ada')
    await app.user.type(field('Subject'), 'Your order')
    await app.user.click(field('Message'))
    await app.user.keyboard('Hello Ada')
  }
  return { ...app, onClose, fill, send: () => app.user.click(screen.getByRole('button', { name: 'Send' })) }
}
/** Without those that save the draft. */
function watchRequests(answers: Parameters<typeof stubApi>[0]) {
  const requests = stubApi(answers)
  return () => requests.filter(({ path }) => !path.startsWith('/api/v1/drafts'))
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const emailField = () => screen.getByLabelText<HTMLInputElement>('Contact email')

test('an empty form explains every required field, focuses the first, and sends nothing', async () => {
  const requests = watchRequests({})
  const { send } = renderDialog({ inboxes: [inboxOf(1), inboxOf(2)] })
  await send()
  for (const text of [
    'Invalid email address',
    'First name is required',
    'Subject is required',
    'Message cannot be empty',
    'Inbox is required',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(emailField())
  expect(requests()).toEqual([])
})

test('sent before the inboxes have loaded, it does not ask for one once there is only one', async () => {
  watchRequests({ 'GET /api/v1/inboxes': () => new Promise(() => {}) })
  const { client, send } = renderDialog({ inboxes: null })
  await send()
  expect(await screen.findByText('Inbox is required')).toBeTruthy()
  act(() => client.setQueryData(queryKeys.inboxes, [inboxOf(1)]))
  await waitFor(() => expect(screen.queryByText('Inbox is required')).toBeNull())
  expect(screen.getByText('Subject is required')).toBeTruthy()
})

test('a conversation is created from the only inbox, and opened', async () => {
  const requests = watchRequests({ [CREATE]: { data: created } })
  const { fill, send, router, onClose } = renderDialog()
  await fill()
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests().map(({ body }) => body)).toMatchObject([
    {
      inbox_id: 1,
      contact_email: 'ada@acme.example',
      first_name: 'Ada',
      subject: 'Your order',
      content: expect.stringContaining('<p>Hello Ada</p>'),
      team_id: null,
      agent_id: null,
    },
  ])
  await waitFor(() =>
    expect(router.latestLocation.pathname).toBe(`/inboxes/all/conversation/${created.uuid}`),
  )
  expect(localStorage).toHaveLength(0)
})

test('an error is shown at its field, the form stays, and sending again repeats the same request', async () => {
  const message = 'This contact is blocked'
  const requests = watchRequests({
    [CREATE]: { status: 400, error: { message, errors: [{ path: 'contact_email', message }] } },
  })
  const { fill, send, onClose } = renderDialog()
  await fill()
  await send()
  await waitFor(() => expect(emailField().getAttribute('aria-invalid')).toBe('true'))
  expect(field('Message').textContent).toBe('Hello Ada')
  await send()
  await waitFor(() => expect(requests()).toHaveLength(2))
  const [first, second] = requests().map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/\S{8}/)
  expect(second).toBe(first)
  expect(onClose).not.toHaveBeenCalled()
})

test('an inbox without a mail server cannot start a conversation', async () => {
  const requests = watchRequests({})
  const { fill, send } = renderDialog({ inboxes: [inboxOf(1, 'not_set_up')] })
  await fill()
  await send()
  expect((await screen.findAllByText(/Inbox 1 has no outgoing mail server/)).length).toBeGreaterThan(0)
  expect(requests()).toEqual([])
})

test('what was written is still there when the dialog is opened again', async () => {
  stubApi({})
  const { fill, unmount } = renderDialog()
  await fill()
  unmount()
  renderDialog()
  expect(emailField().value).toBe('ada@acme.example')
  expect(field('Subject').value).toBe('Your order')
  await waitFor(() => expect(field('Message').textContent).toBe('Hello Ada'))
})

const hit = {
  id: 3,
  created_at: '2026-09-01T09:00:00.000Z',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@acme.example',
}

test('choosing a known contact also fills in the name', async () => {
  stubApi({ 'GET /api/v1/contacts/search': { data: [hit] } })
  const { user } = renderDialog({ permissions: ['messages:write', 'contacts:read'] })
  await user.type(emailField(), 'byron')
  await user.click(await screen.findByRole('option', { name: /Ada Byron/ }))
  expect(emailField().value).toBe('ada@acme.example')
  expect(field('First name').value).toBe('Ada')
  expect(field('Last name').value).toBe('Byron')
})

test('suggestions are open only while there are any', async () => {
  let matches = [hit]
  stubApi({ 'GET /api/v1/contacts/search': () => ({ data: matches }) })
  const { user } = renderDialog({ permissions: ['messages:write', 'contacts:read'] })
  const isExpanded = () => emailField().getAttribute('aria-expanded') === 'true'
  await user.type(emailField(), 'by')
  expect(isExpanded(), 'too short to search').toBe(false)
  await user.type(emailField(), 'ron')
  await screen.findByRole('option', { name: /Ada Byron/ })
  expect(isExpanded()).toBe(true)
  matches = []
  await user.type(emailField(), 'x')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(isExpanded(), 'without a match').toBe(false)
  await user.type(emailField(), '{Backspace}')
  await screen.findByRole('option', { name: /Ada Byron/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  screen.getByRole('dialog')
})

test('suggestions that arrive after the field was left stay closed', async () => {
  stubApi({ 'GET /api/v1/contacts/search': { data: [hit] } })
  const { user, client } = renderDialog({ permissions: ['messages:write', 'contacts:read'] })
  await user.type(emailField(), 'byron{Tab}')
  await waitFor(() => expect(client.getQueryData(queryKeys.contactSearch('byron'))).toBeTruthy())
  await new Promise((later) => setTimeout(later, 50))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('agents who may not see contacts get no contact search', async () => {
  const requests = watchRequests({})
  const { user } = renderDialog({ permissions: ['messages:write'] })
  await user.type(emailField(), 'byron')
  await new Promise((later) => setTimeout(later, 400))
  expect(requests()).toEqual([])
})

test('with an undo window the conversation is held, not created', async () => {
  const requests = watchRequests({})
  const { fill, send, client } = renderDialog()
  client.setQueryData(queryKeys.me, (me: object) => ({ ...me, undo_seconds: 10 }))
  await fill()
  await send()
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]?.path).not.toBe('/api/v1/conversations')
  expect(requests()[0]?.body).toMatchObject({ undo_seconds: 10, contact_email: 'ada@acme.example' })
})

test('a secret in the first message stops sending once', async () => {
  const requests = watchRequests({ [CREATE]: { data: created } })
  const { fill, send, user, onClose } = renderDialog()
  await fill()
  await user.keyboard('. Password: Tr0ub4dor')
  await send()
  expect(await screen.findByRole('button', { name: /Send anyway/ })).toBeTruthy()
  expect(requests()).toEqual([])
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests()).toHaveLength(1)
})

test('a draft from another device fills in the form', async () => {
  const draft = {
    key: 'new',
    conversation_uuid: null,
    revision: 3,
    updated_at: '2026-11-24T08:00:00.000Z',
    client_id: 'phone',
    sent: false,
    sent_attempt: null,
    content: {
      html: '<p>From the phone</p>',
      files: [],
      fields: { contact_email: 'ada@acme.example', first_name: 'Ada', subject: 'Your order' },
      macros: [],
      attempt: null,
    },
  }
  const { key, conversation_uuid, revision, updated_at } = draft
  const summary = { key, conversation_uuid, revision, updated_at, excerpt: '', file_count: 0 }
  stubApi({ 'GET /api/v1/drafts/new': { data: draft } })
  const { client } = renderDialog()
  client.setQueryData(queryKeys.drafts, [{ ...summary, contact_email: null, subject: null }])
  await waitFor(() => expect(field('Subject').value).toBe('Your order'))
  expect([emailField().value, field('First name').value]).toEqual(['ada@acme.example', 'Ada'])
  await waitFor(() => expect(field('Message').textContent).toBe('From the phone'))
})

test('an earlier version is restored with its fields, and what was there becomes one', async () => {
  const content = {
    html: '<p>The long one</p>',
    files: [],
    fields: { contact_email: 'bob@acme.example', first_name: 'Bob', subject: 'Invoice 7' },
    macros: [],
    attempt: null,
  }
  const requests = stubApi({
    'GET /api/v1/drafts/new/versions': { data: [{ id: 1, saved_at: '2026-11-24T09:00:00Z', content }] },
    'POST /api/v1/drafts/new/versions': { data: true },
  })
  const { fill, user, onClose } = renderDialog()
  await fill()
  await user.click(await screen.findByRole('button', { name: 'Draft saved' }))
  await screen.findByText('bob@acme.example · Invoice 7')
  // Nothing is sent from behind the list of versions.
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(field('Message').textContent).toBe('The long one'))
  expect([emailField().value, field('First name').value, field('Subject').value]).toEqual([
    'bob@acme.example',
    'Bob',
    'Invoice 7',
  ])
  const kept = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/versions'))
  expect(kept?.body).toMatchObject({
    content: { html: expect.stringContaining('Hello Ada'), fields: { subject: 'Your order' } },
  })
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      content: { html: '<p>The long one</p>', fields: content.fields },
    }),
  )
  expect(requests.some(({ path }) => path === '/api/v1/conversations')).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})
