import type { Conversation } from '@parley/contract/conversations/conversations'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { queryKeys } from '../../api/query-client.ts'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { renderApp } from '../../testing/render.tsx'
import { Toasts } from '../../testing/toasts.tsx'
import { inUndoOrder } from '../../undo/undo-order.ts'
import type { Change } from './conversation-changes.ts'
import { useOptimisticChange } from './use-optimistic-change.ts'

const conversation = toConversation(conversationFixture(1))
const queryKey = queryKeys.conversation(conversation.uuid)

function Buttons({ changes }: { changes: Change[] }) {
  const change = useOptimisticChange(conversation.uuid)
  return changes.map((one, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
    <button key={at} type="button" onClick={() => change(one)}>
      Change {at + 1}
    </button>
  ))
}
function renderButtons(...changes: Change[]) {
  const app = renderApp(
    <>
      <Buttons changes={changes} />
      <Toasts />
    </>,
    { cached: [[queryKey, conversation]] },
  )
  const shown = () => app.client.getQueryData<Conversation>(queryKey)
  const press = (n: number) => app.user.click(screen.getByRole('button', { name: `Change ${n}` }))
  return { ...app, shown, press }
}

/** A change that the test answers. */
function pendingChange(patch: Change['patch']) {
  const answers: PromiseWithResolvers<number | null>[] = []
  const send = () => {
    const answer = Promise.withResolvers<number | null>()
    answers.push(answer)
    return answer.promise
  }
  return { patch, send, answers }
}
const refused = new ApiError({ status: 409, message: 'Someone else closed it' })

test('a change is shown before the server responds', async () => {
  const priority = pendingChange({ priority: 'High' })
  const { shown, press } = renderButtons(priority)
  await press(1)
  expect(shown()?.priority).toBe('High')
  expect(priority.answers).toHaveLength(1)
})

test('a change made while an action is being undone is shown at once, and sent after it', async () => {
  const priority = pendingChange({ priority: 'High' })
  const { shown, press } = renderButtons(priority)
  const undoing = Promise.withResolvers<void>()
  inUndoOrder(() => undoing.promise)
  await press(1)
  expect(shown()?.priority).toBe('High')
  expect(priority.answers).toHaveLength(0)
  undoing.resolve()
  await waitFor(() => expect(priority.answers).toHaveLength(1))
})

test('a rejected change is rolled back with the reason, and can be retried', async () => {
  const priority = pendingChange({ priority: 'High' })
  const { user, shown, press } = renderButtons(priority)
  await press(1)
  priority.answers[0]?.reject(refused)
  await screen.findByText('Someone else closed it')
  expect(shown()?.priority).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(priority.answers).toHaveLength(2))
  expect(shown()?.priority).toBe('High')
})

test('a rejected change leaves the other pending change visible', async () => {
  const priority = pendingChange({ priority: 'High' })
  const tags = pendingChange({ tags: ['vip'] })
  const { shown, press } = renderButtons(priority, tags)
  await press(1)
  await press(2)
  priority.answers[0]?.reject(refused)
  await waitFor(() => expect(shown()?.priority).toBeNull())
  expect(shown()?.tags).toEqual(['vip'])
})

test('two quick changes are both shown at once, and sent one after the other', async () => {
  const first = pendingChange({ priority: 'High' })
  const second = pendingChange({ priority: 'Low' })
  const { shown, press } = renderButtons(first, second)
  await press(1)
  await press(2)
  expect(shown()?.priority).toBe('Low')
  expect(second.answers).toHaveLength(0)
  first.answers[0]?.resolve(1)
  await waitFor(() => expect(second.answers).toHaveLength(1))
  expect(shown()?.priority, 'the answer to the first does not undo the second').toBe('Low')
})

test('without a connection for pushed events the saved conversation is fetched again', async () => {
  const priority = pendingChange({ priority: 'High' })
  const { client, press } = renderButtons(priority)
  await press(1)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)
  priority.answers[0]?.resolve(1)
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})
