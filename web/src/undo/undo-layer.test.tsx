import type { Conversation } from '@parley/contract/conversations/conversations'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { heldSendsQuery, type TimedHeldSend } from '../api/held-sends.ts'
import { addInFlightMessage } from '../api/in-flight-messages.ts'
import { queryKeys } from '../api/query-client.ts'
import { registerCommands } from '../commands/command-registry.ts'
import { useShortcuts } from '../commands/shortcuts/use-shortcuts.ts'
import { conversationFixture, messageFixture, toConversation } from '../realtime/conversation-fixtures.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { Toasts } from '../testing/toasts.tsx'
import { lastAction, logAction } from './action-log.ts'
import { UndoLayer } from './undo-layer.tsx'

const UNDO = 'POST /api/v1/undo'
const conversation = toConversation(conversationFixture(1, { priority: 'High' }))
const queryKey = queryKeys.conversation(conversation.uuid)
const undone = (id: number, change: object = {}) => ({
  data: {
    id,
    at: '2026-09-01T12:00:00.000Z',
    kind: 'status',
    what: { status: 'Resolved' },
    conversations: [conversation.uuid],
    count: 1,
    outcomes: [{ uuid: conversation.uuid, ok: true, reason: null, reference_number: '100' }],
    redo_id: id + 100,
    ...change,
  },
})

function Page() {
  useShortcuts(() => {})
  return (
    <>
      <input aria-label="Text" />
      <UndoLayer />
      <Toasts />
    </>
  )
}
const render = () => renderApp(<Page />, { cached: [[queryKey, conversation]] })
const log = (event_ids: Promise<number[]> = Promise.resolve([7])) =>
  logAction({
    kind: 'priority',
    what: { priority: 'High' },
    count: 1,
    event_ids,
    previous: new Map([[conversation.uuid, { priority: null }]]),
  })

test('an action is named once confirmed, and its button undoes exactly this one; Redo restores it', async () => {
  const requests = stubApi({ [UNDO]: ({ body }) => undone((body as { id: number }).id) })
  const { user } = render()
  log()
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await screen.findByText('Undone: Priority set to High')
  expect(requests.map(({ body }) => body)).toEqual([{ id: 7 }])
  await user.click(await screen.findByRole('button', { name: /^Redo/ }))
  await screen.findByText('Priority set to High')
  expect(requests.at(-1)?.body).toEqual({ id: 107 })
  await user.keyboard('z')
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ id: 207 }))
})

test('z restores the previous value at once, and waits for the change that it undoes', async () => {
  const requests = stubApi({ [UNDO]: undone(7) })
  const { user, client } = render()
  const change = Promise.withResolvers<number[]>()
  log(change.promise)
  await user.keyboard('z')
  expect(client.getQueryData<Conversation>(queryKey)?.priority).toBe(null)
  expect(requests).toEqual([])
  change.resolve([7])
  await screen.findByText('Undone: Priority set to High')
  expect(requests.map(({ body }) => body)).toEqual([{ id: 7 }])
})

test('each press from before its code was loaded undoes one action', async () => {
  let id = 3
  const requests = stubApi({ [UNDO]: () => undone(id--) })
  renderApp(<UndoLayer earlyPresses={2} />)
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2))
})

test('without an action in this tab z undoes the last one that the server knows of', async () => {
  const requests = stubApi({ [UNDO]: undone(3) })
  const { user } = render()
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Undone: Resolved')
  expect(requests.map(({ body }) => body)).toEqual([{}])
})

test.each([
  ['is undone, and no older action', true],
  ['that is not held leaves the action before', false],
])('a reply that is still being sent when z is pressed %s', async (_, isHeld) => {
  const requests = stubApi({ [UNDO]: undone(7) })
  const { user, client } = render()
  log()
  await screen.findByText('Priority set to High')
  const confirm = addInFlightMessage(conversation.uuid, {
    key: 'one',
    message: messageFixture(1),
    after_id: 0,
  })
  await user.keyboard('z')
  expect(requests).toEqual([])
  const undoSend = vi.fn()
  if (isHeld) {
    client.setQueryData(heldSendsQuery.queryKey, [{ uuid: 'held' } as TimedHeldSend])
    onTestFinished(registerCommands([{ id: 'composer.undo_send', label: '', group: '', run: undoSend }]))
  }
  confirm()
  if (isHeld) {
    await waitFor(() => expect(undoSend).toHaveBeenCalledOnce())
    expect(requests).toEqual([])
    await user.keyboard('z')
  }
  await screen.findByText('Undone: Priority set to High')
  expect(requests).toHaveLength(1)
})

test('what failed or was undone elsewhere is skipped, and an empty history says so', async () => {
  const requests = stubApi({ [UNDO]: { status: 409, error: { message: 'This was already undone' } } })
  const { user } = render()
  log(Promise.resolve([]))
  log(Promise.resolve([8]))
  await user.keyboard('z')
  await screen.findByText('There is nothing to undo')
  expect(requests.map(({ body }) => body)).toEqual([{ id: 8 }, {}])
})

test('a refusal shows who changed it, and rolls the optimistic value back', async () => {
  const reason = 'Ben changed the priority since'
  const outcomes = [{ uuid: conversation.uuid, ok: false, reason, reference_number: '100' }]
  stubApi({ [UNDO]: undone(7, { outcomes, redo_id: null }) })
  const { user, client } = render()
  log()
  await user.keyboard('z')
  await screen.findByText(`Not undone. ${reason}`)
  expect(client.getQueryData<Conversation>(queryKey)?.priority).toBe('High')
})

test.each([
  ['returns to the conversation that it left', true, '/inboxes/all'],
  ['stays where it is, and says why, if it is refused', false, '/'],
])('undoing an action by a request of its own %s', async (_, ok, path) => {
  const requests = stubApi({})
  const { user, router } = render()
  const reason = ok ? null : 'It was sent already'
  logAction({
    kind: 'schedule',
    what: { time: 'Tue 1 Dec, 09:00' },
    count: 1,
    event_ids: Promise.resolve([]),
    previous: new Map(),
    undo: async () => ({ uuid: conversation.uuid, ok, reason, reference_number: null }),
    return_to: '/inboxes/all',
  })
  await screen.findByText('Scheduled for Tue 1 Dec, 09:00')
  await user.keyboard('z')
  await waitFor(() => expect(lastAction()).toBeUndefined())
  if (reason) await screen.findByText(`Not undone. ${reason}`)
  await waitFor(() => expect(router.latestLocation.pathname).toBe(path))
  expect(requests).toEqual([])
})

test('in a field, z is text', async () => {
  const requests = stubApi({})
  const { user } = render()
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'zz')
  await user.keyboard('{Control>}z{/Control}')
  expect(requests).toEqual([])
})
