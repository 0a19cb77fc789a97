import { screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import type { ListKey } from '../api/conversation-list-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import type { ConversationList } from '../features/conversations/list/conversation-list.tsx'
import { agentWith } from '../testing/agent.ts'
import { renderPage } from '../testing/render.tsx'
import { InboxLayout } from './inbox-layout.tsx'

const paths = ['/inboxes/$type', '/inboxes/views/$viewID', '/inboxes/views/$viewID/conversation/$uuid']
const me = agentWith([
  'conversations:read',
  'conversations:read_all',
  'conversations:read_assigned',
  'view:manage',
])
const saved = { created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z' }
const statuses = ['Open', 'Resolved'].map((name, index) => ({
  ...{ id: index + 1, name, created_at: saved.created_at },
  ...{ category: index ? 'closed' : 'open', is_default: true },
}))
const view = {
  ...{ id: 9, ...saved, name: 'Urgent', filters: [], visibility: 'all', user_id: null, team_id: null },
}

/** Shows what it lists, and lets the agent choose. */
function ListStub({ list, title, onChange }: ComponentProps<typeof ConversationList>) {
  return (
    <>
      <h1>{title}</h1>
      <output>{JSON.stringify(list)}</output>
      <button type="button" onClick={() => onChange({ status: 'Resolved', sort: 'started_first' })}>
        Choose
      </button>
    </>
  )
}
vi.mock('../features/conversations/list/conversation-list.tsx', () => ({ ConversationList: ListStub }))

const openInbox = (at: string, agent = me) =>
  renderPage(<InboxLayout />, {
    ...{ at, paths, me: agent },
    cached: [
      [queryKeys.statuses, statuses],
      [queryKeys.views, [view]],
    ],
  })
/** The list that is shown. */
async function listAt(at: string, agent = me): Promise<ListKey> {
  const { unmount } = await openInbox(at, agent)
  const list = JSON.parse((await screen.findByRole('status')).textContent ?? '')
  unmount()
  return list
}

test('a list opens with the status and sort that the agent last chose in it', async () => {
  const { user, unmount } = await openInbox('/inboxes/all')
  await user.click(await screen.findByRole('button', { name: 'Choose' }))
  unmount()
  expect(await listAt('/inboxes/all')).toMatchObject({ status: 'Resolved', sort: 'started_first' })
  expect(await listAt('/inboxes/assigned')).toMatchObject({ status: 'Open', sort: 'newest_activity' })
  expect(await listAt('/inboxes/all', { ...me, id: 8 })).toMatchObject({ status: 'Open' })
})

test('a view remembers its sort, and has no status of its own', async () => {
  const { user, unmount } = await openInbox('/inboxes/views/9')
  await user.click(await screen.findByRole('button', { name: 'Choose' }))
  unmount()
  expect(await listAt('/inboxes/views/9')).toMatchObject({ status: null, sort: 'started_first' })
})

test('filters are remembered, and a link with its own wins without replacing them', async () => {
  const filters = (value: string) => [
    { model: 'conversations', field: 'subject', operator: 'contains', value },
  ]
  localStorage.setItem('parley.list.7.all', JSON.stringify({ filters: filters('parcel') }))
  expect((await listAt('/inboxes/all')).filters).toEqual(filters('parcel'))
  const link = `/inboxes/all?filters=${encodeURIComponent(JSON.stringify(filters('lamp')))}`
  expect((await listAt(link)).filters).toEqual(filters('lamp'))
  expect((await listAt('/inboxes/all')).filters).toEqual(filters('parcel'))
})

test('a remembered status that was deleted is not shown', async () => {
  localStorage.setItem('parley.list.7.all', JSON.stringify({ status: 'Parked', sort: 'started_last' }))
  expect(await listAt('/inboxes/all')).toMatchObject({ status: 'Open', sort: 'started_last' })
})

test('a view that somebody deletes while it is open says so, and leads to My inbox', async () => {
  const { user, client, router } = await openInbox('/inboxes/views/9')
  expect(await screen.findByRole('heading', { name: 'Urgent' })).toBeTruthy()
  client.setQueryData(queryKeys.views, [])
  expect(await screen.findByText('It was deleted, or it is no longer shared with you.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Go to My inbox' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/inboxes/assigned'))
})
