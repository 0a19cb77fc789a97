import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { applyEvent } from '../../realtime/apply-event.ts'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { ConversationFrame } from './conversation-frame.tsx'

const [first, second] = [
  toConversation(conversationFixture(1, { subject: 'Charged twice' })),
  toConversation(conversationFixture(2, { subject: 'Wrong colour' })),
]
let openSecond: () => void

function Page() {
  const [uuid, setUuid] = useState(first.uuid)
  openSecond = () => setUuid(second.uuid)
  return (
    <ConversationFrame
      uuid={uuid}
      settledUuid={uuid}
      listPath="/inboxes/all"
      slots={{ notes: (conversation) => <input aria-label="Note" defaultValue={`#${conversation.id}`} /> }}
    >
      {null}
    </ConversationFrame>
  )
}

const renderPage = () => {
  stubApi({})
  // Wide enough for the panel.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  return renderApp(<Page />, {
    me: agentWith(['conversations:read']),
    cached: [first, second].map((one) => [queryKeys.conversation(one.uuid), one]),
  })
}

test('opening another conversation keeps the frame and its header', async () => {
  renderPage()
  const header = (await screen.findByRole('heading', { name: 'Charged twice' })).closest('header')
  act(() => openSecond())
  expect((await screen.findByRole('heading', { name: 'Wrong colour' })).closest('header')).toBe(header)
})

test('nothing that was typed in the panel stays in that of the next conversation', async () => {
  const { user } = renderPage()
  await user.type(await screen.findByLabelText('Note'), ' unsaved')
  act(() => openSecond())
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('#2'))
})

test('a conversation that is gone is shown again once an event says that it is back', async () => {
  const { client } = renderPage()
  await screen.findByRole('heading', { name: 'Charged twice' })
  const { uuid, version } = first
  act(() => applyEvent(client, { type: 'conversation.gone', event_id: '1.1.1', version, object: { uuid } }))
  await screen.findByText('Conversation not found')

  const restored = conversationFixture(1, { subject: 'Charged twice', version: version + 1 })
  stubApi({ [`GET /api/v1/conversations/${uuid}`]: { data: toConversation(restored) } })
  act(() =>
    applyEvent(client, {
      type: 'conversation.changed',
      event_id: '1.1.2',
      version: restored.version,
      object: restored,
    }),
  )
  await screen.findByRole('heading', { name: 'Charged twice' })
  expect(screen.queryByText('Conversation not found')).toBeNull()
})
