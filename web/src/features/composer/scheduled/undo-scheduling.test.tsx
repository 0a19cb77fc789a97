import type { MessageSend } from '@parley/contract/messages/messages'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useShortcuts } from '../../../commands/shortcuts/use-shortcuts.ts'
import { messageFixture } from '../../../realtime/conversation-fixtures.ts'
import { Toasts } from '../../../testing/toasts.tsx'
import { lastAction, removeAction } from '../../../undo/action-log.ts'
import { UndoLayer } from '../../../undo/undo-layer.tsx'
import { ada, renderComposer, textOf, watchSends } from '../composer-suite.tsx'
import { ScheduledReplies } from './scheduled-replies.tsx'

beforeEach(() => {
  for (let action = lastAction(); action; action = lastAction()) removeAction(action)
})

const REPLY = '0b8f4c52-1f5e-4c1b-8a37-3d1c1f0d2a11'
const UNDO = 'POST /api/v1/undo'

function Page() {
  useShortcuts(() => {})
  return (
    <>
      <UndoLayer />
      <Toasts />
    </>
  )
}

/** Schedules a reply; `cancelled` is how the server answers its cancellation. */
async function schedule(cancelled: object = {}) {
  const app = renderComposer({
    beside: (uuid) => (
      <>
        <ScheduledReplies uuid={uuid} />
        <Page />
      </>
    ),
  })
  const { user, uuid, sendPath, write } = app
  const scheduled = {
    uuid: REPLY,
    conversation_uuid: uuid,
    created_at: '2031-01-01T08:00:00.000Z',
    updated_at: '2031-01-01T08:00:00.000Z',
    version: 1,
    send_at: new Date(new Date().getFullYear(), 11, 31, 9).toISOString(),
    hold_if_customer_replies: true,
    on_hold: null,
    author: { id: 7, first_name: 'Sam', last_name: '', avatar_url: null },
    message: '<p>Hello Ada</p>',
    to: [ada],
    cc: ['cy@acme.example'],
    bcc: [],
    attachments: [{ id: 5, uuid: REPLY, filename: 'Plan.pdf', size: 3, content_type: 'application/pdf' }],
    after: null,
    macros: [],
  }
  const cancelPath = `/api/v1/conversations/${uuid}/scheduled-replies/${REPLY}/cancel`
  const sent = watchSends({
    [sendPath]: ({ body }) => ({
      data: {
        ...messageFixture(2, { conversation_uuid: uuid, type: 'outgoing' }),
        id: 0,
        held: null,
        scheduled: { ...scheduled, send_at: (body as MessageSend).send_at },
      },
    }),
    [`PUT ${cancelPath}`]: () => ({ data: scheduled, ...cancelled }),
    [`GET /api/v1/conversations/${uuid}/scheduled-replies`]: { data: [scheduled] },
    [UNDO]: { status: 409, error: { message: 'There is nothing to undo' } },
  })
  await write('Hello Ada')
  await user.keyboard('{Control>}{Shift>}l{/Shift}{/Control}')
  await user.type(await screen.findByRole('textbox', { name: 'When' }), 'in 3 days 9:00{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(() => expect(textOf('Reply')).toBe(''))
  return app
}

/** Outside of the editor, where it is text. */
async function pressZ(user: Awaited<ReturnType<typeof schedule>>['user']) {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await user.keyboard('z')
}

const draftIsBack = (draftOf: Awaited<ReturnType<typeof schedule>>['draftOf']) =>
  waitFor(() =>
    expect(draftOf('reply')).toMatchObject({
      html: '<p>Hello Ada</p>',
      files: [{ id: 5 }],
      fields: { to: [ada], cc: ['cy@acme.example'] },
    }),
  )

test('scheduling names the time, and Undo returns text, recipients and files to the composer', async () => {
  const { user, draftOf } = await schedule()
  await screen.findByText(/^Scheduled for .*9:00/)
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await draftIsBack(draftOf)
  expect(textOf('Reply')).toBe('Hello Ada')
})

test('z takes the scheduled reply back', async () => {
  const { user, draftOf } = await schedule()
  await screen.findByText(/^Scheduled for/)
  await pressZ(user)
  await draftIsBack(draftOf)
  expect(screen.queryByText(/nothing to undo/)).toBeNull()
  await waitFor(() => expect(screen.queryByText(/^Scheduled for/)).toBeNull())
  expect(lastAction()).toBeUndefined()
})

test('in the empty composer, Ctrl+Z takes the scheduled reply back', async () => {
  const { user, draftOf } = await schedule()
  await screen.findByText(/^Scheduled for/)
  await user.click(screen.getByRole('textbox', { name: 'Reply' }))
  await user.keyboard('{Control>}z{/Control}')
  await draftIsBack(draftOf)
  expect(lastAction()).toBeUndefined()
})

test('a scheduled reply that was sent in the meantime is not taken back, and the reason is shown', async () => {
  const message = 'This reply was sent already'
  const { user, draftOf } = await schedule({ status: 409, error: { message } })
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await screen.findByText(`Not undone. ${message}`)
  expect(draftOf('reply')).toBeNull()
  expect(lastAction()).toBeUndefined()
})

test('when the server could not be reached, z tries again', async () => {
  const failure = { status: 503, error: { message: 'The server is busy' } }
  const { user, draftOf } = await schedule(failure)
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await screen.findByText('The server is busy')
  expect(lastAction()).toBeDefined()
  Object.assign(failure, { status: 200, error: undefined })
  await pressZ(user)
  await draftIsBack(draftOf)
})

test('once the card has cancelled the reply, it is no action any more', async () => {
  const { user, draftOf } = await schedule()
  await screen.findByText(/^Scheduled for/)
  expect(lastAction()?.kind).toBe('schedule')
  await user.click(await screen.findByRole('button', { name: 'Cancel and edit' }))
  await draftIsBack(draftOf)
  expect(lastAction()).toBeUndefined()
})
