import type { Conversation } from '@parley/contract/conversations/conversations'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { useCommands } from '../../../commands/command-registry.ts'
import { useShortcuts } from '../../../commands/shortcuts/use-shortcuts.ts'
import { conversationFixture, toConversation } from '../../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { lastAction, removeAction } from '../../../undo/action-log.ts'
import { mergeCommand } from './merge-command.ts'
import { MergeConversationsDialog } from './merge-dialog.tsx'
import { MergeSlot } from './merge-slot.tsx'

const me = agentWith(['conversations:read', 'conversations:merge'])
const conversation = (n: number, change: Partial<Conversation> = {}) => ({
  ...toConversation(conversationFixture(n)),
  ...change,
})
const [one, two, three] = [conversation(1), conversation(2), conversation(3)]
const ofAda = { contact: one.contact, contact_id: one.contact_id }

beforeEach(() => {
  for (let action = lastAction(); action; action = lastAction()) removeAction(action)
})

const mergePath = ({ uuid }: Conversation) => `POST /api/v1/conversations/${uuid}/merge`
function renderDialog(rows: Conversation[], cached: Conversation[]) {
  const onMerged = vi.fn()
  const onClose = vi.fn()
  const app = renderApp(<MergeConversationsDialog rows={rows} onClose={onClose} onMerged={onMerged} />, {
    me,
    cached: cached.map((c) => [queryKeys.conversation(c.uuid), c]),
  })
  return { ...app, onMerged, onClose }
}
const mergeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' })

test('the customer’s other conversations are offered first, and Enter and the button merge into one', async () => {
  const previous = { ...two, contact: two.contact, status: 'Open' }
  const source = conversation(1, { previous_conversations: [previous as never] })
  const target = conversation(2, { ...ofAda, status: 'Resolved', status_category: 'closed' })
  const { user, onMerged, onClose } = renderDialog([source], [source, target])
  const requests = stubApi({ [mergePath(source)]: { data: true, event_id: 41 } })
  expect(mergeButton().disabled).toBe(true)
  const list = await screen.findByRole('list', { name: 'Conversations found' })
  expect(within(list).getAllByRole('button')).toHaveLength(1)
  await user.type(screen.getByRole('searchbox'), '{Enter}')

  // What will happen, anything unusual included.
  expect(await screen.findByText('#1002 is opened again.')).toBeTruthy()
  expect(screen.queryByText(/different customers/)).toBeNull()
  await user.click(mergeButton())
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(two.uuid))
  expect(onClose).toHaveBeenCalled()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ into: two.uuid })
  expect(lastAction()).toMatchObject({ kind: 'merge', what: { reference_number: '1002' }, count: 1 })
  expect(await lastAction()?.event_ids).toEqual([41])
})

const SEARCH = 'GET /api/v1/search/conversations'
const searchResults = (
  { uuid, created_at, last_message_at, contact }: Conversation,
  reference_number: string,
) => ({
  results: [
    {
      ...{ uuid, created_at, last_message_at, reference_number },
      subject: [{ text: 'Charged', hit: true }],
      contact: { ...contact, marked: [] },
      status: 'Open',
      inbox_name: 'Support',
    },
  ],
  next_cursor: null,
  searched_back_to: null,
})

test('a number is searched for, and another customer is pointed out', async () => {
  const { user } = renderDialog([one], [one, two])
  const requests = stubApi({ [SEARCH]: { data: searchResults(two, '1002') } })
  await user.type(screen.getByRole('searchbox'), '1002')
  await user.click(await screen.findByRole('button', { name: /#1002/ }))
  expect(requests.some(({ path }) => path === '/api/v1/search/conversations')).toBe(true)
  expect(await screen.findByText(/different customers. Replies go to Ada Brandt/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(screen.getByRole('searchbox')).toBeTruthy()
})

test('of several, one remains; they are one action, and what was merged before a refusal can be undone', async () => {
  const { user, onMerged } = renderDialog([one, two, three], [one, two, three])
  stubApi({
    [mergePath(two)]: { data: true, event_id: 51 },
    [mergePath(three)]: { status: 409, error: { message: '#1003 is in the trash. Restore it first' } },
  })
  // The newest one, unless another is chosen.
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    false,
    false,
    true,
  ])
  await user.click(screen.getAllByRole('radio')[0] as HTMLElement)
  await user.click(mergeButton())
  expect((await screen.findByRole('alert')).textContent).toBe('#1003 is in the trash. Restore it first')
  expect(onMerged).not.toHaveBeenCalled()
  expect(lastAction()).toMatchObject({ count: 1 })
  expect(await lastAction()?.event_ids).toEqual([51])
})

test.each([
  ['is loaded', true],
  ['has yet to be loaded', false],
])('with the keyboard alone, Enter chooses a conversation that %s, and Enter merges', async (_, isLoaded) => {
  const previous = { ...two, status: 'Open' }
  const source = conversation(1, { previous_conversations: [previous as never] })
  const target = conversation(2, ofAda)
  const { user, onMerged } = renderDialog([source], isLoaded ? [source, target] : [source])
  const requests = stubApi({
    [`GET /api/v1/conversations/${two.uuid}`]: { data: target },
    [mergePath(source)]: { data: true, event_id: 41 },
  })
  await screen.findByRole('list', { name: 'Conversations found' })
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(mergeButton()))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(mergeButton()))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(two.uuid))
})

test('Enter right after a number chooses what is found, and none of the customer’s other conversations', async () => {
  const previous = { ...two, status: 'Open' }
  const source = conversation(1, { previous_conversations: [previous as never] })
  const { user, onMerged } = renderDialog([source], [source, two, three])
  stubApi({
    [SEARCH]: { data: searchResults(three, '1003') },
    [mergePath(source)]: { data: true, event_id: 41 },
  })
  await screen.findByRole('list', { name: 'Conversations found' })
  await user.type(screen.getByRole('searchbox'), '1003{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(mergeButton()))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(three.uuid))
})

test('what is typed before the dialog has loaded is searched for', async () => {
  function Page() {
    useShortcuts(vi.fn())
    useCommands([mergeCommand([one], me, 'commands.group.go')])
    return <MergeSlot openUuid={undefined} onOpen={vi.fn()} />
  }
  const { user } = renderApp(<Page />, {
    me,
    cached: [one, three].map((c) => [queryKeys.conversation(c.uuid), c]),
  })
  stubApi({ [SEARCH]: { data: searchResults(three, '1003') } })
  await user.keyboard('{Shift>}M{/Shift}')
  await user.keyboard('1003{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(mergeButton()))
  expect(screen.getAllByText('#1003')).not.toEqual([])
})
