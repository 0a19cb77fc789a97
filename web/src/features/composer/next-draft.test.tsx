import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TimedHeldSend } from '../../api/held-sends.ts'
import { queryKeys } from '../../api/query-client.ts'
import { readNextDraft } from '../../lib/drafts.ts'
import { stubApi } from '../../testing/render.tsx'
import { Toasts } from '../../testing/toasts.tsx'
import { ada, button, renderComposer, textOf, watchSends } from './composer-suite.tsx'
import { returnToDraft } from './undo-send/undo-send.ts'

test('what is written while a reply is being sent becomes the next one', async () => {
  const { user, write, acceptSend, sendPath, draftOf } = renderComposer()
  const { promise: hold, resolve: answer } = Promise.withResolvers<void>()
  const sent = watchSends({ [sendPath]: (request) => hold.then(() => acceptSend(request)) })
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(textOf('Reply')).toBe('')
  await user.keyboard('Thrd')
  await waitFor(() => expect(draftOf('reply')?.html).toBe('<p>Thrd</p>'))
  expect(screen.queryByText(/Written while/)).toBeNull()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  answer()
  await waitFor(() => expect(button('Send').disabled).toBe(false))
  await user.keyboard('i')
  expect(textOf('Reply'), 'the caret stayed where it was').toBe('Third')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(2))
  const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(second).not.toBe(first)
  expect(sent()[1]?.body).toMatchObject({ message: expect.stringContaining('<p>Third</p>') })
  await waitFor(() => expect(draftOf('reply')).toBeNull())
})

test('the next reply can be sent before the last one is accepted, and follows it', async () => {
  const { user, write, acceptSend, sendPath } = renderComposer()
  const { promise: hold, resolve: answer } = Promise.withResolvers<void>()
  const sent = watchSends({ [sendPath]: (request) => hold.then(() => acceptSend(request)) })
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.keyboard('Second{Control>}{Enter}{/Control}')
  expect(screen.getByText(/Will be sent as soon as/)).toBeTruthy()
  await user.keyboard('not part of it')
  expect(sent()).toHaveLength(1)
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({ message: expect.stringContaining('<p>Second</p>') })
  await waitFor(() => expect(textOf('Reply')).toBe(''))
  expect(screen.queryByText(/Will be sent as soon as/)).toBeNull()
})

test('what is written while the recipients of a sent reply load is the next one', async () => {
  const { promise: loading, resolve: load } = Promise.withResolvers<void>()
  const { user, write, accept, draftOf } = renderComposer({ loading })
  const sent = watchSends(accept)
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(textOf('Reply')).toBe('')
  await user.keyboard('Scond{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(sent()).toHaveLength(0)
  load()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ message: expect.stringMatching(/First<\/p>$/), to: [ada] })
  await user.keyboard('e')
  expect(textOf('Reply'), 'the caret stayed where it was').toBe('Second')
  await waitFor(() => expect(draftOf('reply')?.html).toBe('<p>Second</p>'))
})

test('leaving while the recipients of a sent reply load keeps it and the next one as drafts, and says so', async () => {
  const { user, write, unmount, draftOf, uuid } = renderComposer({ loading: new Promise(() => {}) })
  const sent = watchSends({})
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.keyboard('Second')
  unmount()
  expect(draftOf('reply')?.html).toMatch(/First<\/p>$/)
  expect(readNextDraft({ agent_id: 7, uuid, mode: 'reply' })?.html).toBe('<p>Second</p>')
  expect(sent()).toHaveLength(0)
  render(<Toasts />)
  expect(await screen.findByText('You left the conversation before its recipients had loaded.')).toBeTruthy()
})

test('a reply that is stopped once its recipients have loaded is shown again, and the next one does not confirm it', async () => {
  const { promise: loading, resolve: load } = Promise.withResolvers<void>()
  const { user, write } = renderComposer({ loading })
  const sent = watchSends({})
  await write('The plan is attached')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.keyboard('Second{Control>}{Enter}{/Control}')
  load()
  await waitFor(() => expect(textOf('Reply')).toBe('The plan is attached'))
  expect(screen.getByText('Written while this was being sent: “Second”')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send anyway' })).toBeTruthy()
  expect(sent()).toHaveLength(0)
})

test('a reply that fails is repeated as it was; what was written meanwhile is kept until then', async () => {
  const { user, write, acceptSend, sendPath, draftOf } = renderComposer()
  const { promise: hold, resolve: fail } = Promise.withResolvers<void>()
  let isBusy = true
  const sent = watchSends({
    [sendPath]: async (request) => {
      await hold
      return isBusy ? { status: 503, error: { message: 'The server is busy' } } : acceptSend(request)
    },
  })
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  // Sent as well: that must not repeat the first one.
  await user.keyboard('Second{Control>}{Enter}{/Control}')
  fail()
  await waitFor(() => expect(textOf('Reply')).toBe('First'))
  expect(sent()).toHaveLength(1)
  expect(screen.getByText('Written while this was being sent: “Second”')).toBeTruthy()
  isBusy = false
  await user.click(button('Retry'))
  await waitFor(() => expect(textOf('Reply')).toBe('Second'))
  const [first, second] = sent().map(({ body, headers }) => [headers.get('idempotency-key'), body])
  expect(second).toEqual(first)
  await waitFor(() => expect(draftOf('reply')?.html).toBe('<p>Second</p>'))
  expect(screen.queryByText(/Written while/)).toBeNull()
})

test('what was written while a reply failed can be added to it', async () => {
  const { user, write, sendPath } = renderComposer()
  const { promise: hold, resolve: fail } = Promise.withResolvers<void>()
  const sent = watchSends({
    [sendPath]: () => hold.then(() => ({ status: 503, error: { message: 'The server is busy' } })),
  })
  await write('First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.keyboard('Second')
  fail()
  await user.click(await screen.findByRole('button', { name: 'Add it here' }))
  expect(textOf('Reply')).toBe('FirstSecond')
  expect(screen.queryByText(/Written while/)).toBeNull()
  expect(sent()).toHaveLength(1)
})

test('an earlier reply that is undone meanwhile belongs to the next one', async () => {
  const { user, write, uuid, acceptSend, sendPath, draftOf } = renderComposer()
  const { promise: hold, resolve: answer } = Promise.withResolvers<void>()
  const sent = watchSends({ [sendPath]: (request) => hold.then(() => acceptSend(request)) })
  await write('Second')
  await user.keyboard('{Control>}{Enter}{/Control}')
  returnToDraft(7, {
    ...{ conversation_uuid: uuid, message: '<p>First</p>', to: [ada], cc: [], bcc: [] },
    ...{ attachments: [], macros: [], start: null },
  })
  await waitFor(() => expect(textOf('Reply')).toBe('First'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent(), 'one at a time').toHaveLength(1)
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({ message: expect.stringContaining('<p>First</p>') })
  await waitFor(() => expect(draftOf('reply')).toBeNull())
})

test('Ctrl+Z while a reply is being sent undoes no earlier one', async () => {
  const { user, client, uuid, write, sendPath } = renderComposer()
  const requests = stubApi({ [sendPath]: () => new Promise(() => {}) })
  const earlier = { uuid: '00000000-0000-4000-8000-0000000000ab', conversation_uuid: uuid }
  await write('Second')
  await user.keyboard('{Control>}{Enter}{/Control}')
  client.setQueryData(queryKeys.heldSends, [earlier as TimedHeldSend])
  await user.keyboard('{Control>}z{/Control}')
  expect(requests.filter(({ path }) => path.includes('held-sends'))).toEqual([])
})
