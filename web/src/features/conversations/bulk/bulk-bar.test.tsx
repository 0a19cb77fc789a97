import type { BulkOutcome } from '@parley/contract/conversations/bulk-actions'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ListPages } from '../../../api/conversation-list-queries.ts'
import { queryKeys } from '../../../api/query-client.ts'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  toListItem,
} from '../../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { Toasts } from '../../../testing/toasts.tsx'
import { BulkBar } from './bulk-bar.tsx'

const BULK = 'POST /api/v1/conversations/bulk'
const created_at = '2026-09-01T09:00:00.000Z'
const tag = (id: number, name: string) => ({ id, name, created_at, updated_at: created_at })
const rowOf = (n: number, change: Parameters<typeof conversationFixture>[1] = {}) =>
  toListItem(conversationFixture(n, change))
const everything: Permission[] = [
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_status',
  'conversations:update_priority',
  'conversations:update_tags',
]
const listKey = queryKeys.conversationList(assignedList)

function renderBar(rows = [rowOf(1), rowOf(2)], permissions = everything) {
  const cached: [QueryKey, unknown][] = [
    [queryKeys.agents, [agentWith()]],
    [queryKeys.teams, []],
    [queryKeys.inboxes, []],
    [
      queryKeys.statuses,
      [
        { id: 1, name: 'Open', category: 'open', created_at, is_default: true },
        { id: 2, name: 'Resolved', category: 'closed', created_at, is_default: true },
        { id: 3, name: 'Snoozed', category: 'waiting', created_at, is_default: true },
      ],
    ],
    [queryKeys.priorities, [{ id: 3, name: 'High', created_at }]],
    [queryKeys.tags, [tag(5, 'vip'), tag(6, 'late')]],
    [listKey, listPages(listPage(rows))],
  ]
  const onClear = vi.fn()
  const app = renderApp(
    <>
      <BulkBar rows={rows} onClear={onClear} />
      <Toasts />
    </>,
    { me: agentWith(permissions), cached },
  )
  const inList = () =>
    app.client.getQueryData<ListPages>(listKey)?.pages.flatMap(({ results }) => results) ?? []
  return { ...app, rows, onClear, inList }
}
const press = (name: RegExp | string) => screen.getByRole('button', { name })
const accepted = (uuids: string[]): BulkOutcome[] => uuids.map((uuid) => ({ uuid, ok: true, reason: null }))
const uuidsIn = (body: unknown) => (body as { uuids: string[] }).uuids

async function resolve({ user }: ReturnType<typeof renderBar>) {
  await user.click(press(/^Set status/))
  await user.click(await screen.findByRole('menuitem', { name: 'Resolved' }))
}

test('all selected conversations are changed by one request, and shown as changed before the response', async () => {
  let answer = (_data: BulkOutcome[]) => {}
  const requests = stubApi({
    [BULK]: () => new Promise((resolved) => (answer = (data) => resolved({ data }))),
  })
  const bar = renderBar()
  await resolve(bar)
  expect(bar.inList().map(({ status }) => status)).toEqual(['Resolved', 'Resolved'])
  const uuids = bar.rows.map(({ uuid }) => uuid)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ uuids, action: { type: 'set_status', status: 'Resolved' } })
  answer(accepted(uuids))
  await waitFor(() => expect(bar.inList().map(({ status }) => status)).toEqual(['Resolved', 'Resolved']))
})

test('rejected changes are rolled back, and listed with each reason once', async () => {
  const reason = 'Assign it to someone first'
  stubApi({
    [BULK]: ({ body }) => ({
      data: uuidsIn(body).map((uuid, at) => ({ uuid, ok: at === 0, reason: at === 0 ? null : reason })),
    }),
  })
  const bar = renderBar([rowOf(1), rowOf(2, { subject: 'Lost parcel' }), rowOf(3, { subject: 'Broken' })])
  await resolve(bar)
  const toast = await screen.findByText(/not changed/)
  expect(toast.textContent).toBe(
    '2 of 3 conversations were not changed: “Lost parcel”, “Broken”. Assign it to someone first',
  )
  expect(bar.inList().map(({ status }) => status)).toEqual(['Resolved', 'Open', 'Open'])
})

test('a long list of refused conversations is cut short', async () => {
  stubApi({
    [BULK]: ({ body }) => ({
      data: uuidsIn(body).map((uuid) => ({ uuid, ok: false, reason: 'Not allowed' })),
    }),
  })
  const bar = renderBar([1, 2, 3, 4, 5].map((n) => rowOf(n, { subject: `Subject ${n}` })))
  await resolve(bar)
  expect((await screen.findByText(/not changed/)).textContent).toContain('“Subject 3”, 2 more. Not allowed')
})

test('a change without a response is rolled back, and retried as the same request', async () => {
  const requests = stubApi({ [BULK]: { status: 503, error: { message: 'The server is busy' } } })
  const bar = renderBar()
  await resolve(bar)
  await screen.findByText('The server is busy')
  expect(bar.inList().map(({ status }) => status)).toEqual(['Open', 'Open'])
  await bar.user.click(press('Try again'))
  await waitFor(() => expect(requests).toHaveLength(2))
  const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/\S{8}/)
  expect(second).toBe(first)
})

test('more conversations than one request may contain are changed in several requests', async () => {
  const requests = stubApi({ [BULK]: ({ body }) => ({ data: accepted(uuidsIn(body)) }) })
  const rows = Array.from({ length: 201 }, (_, n) => rowOf(n + 1))
  const { user } = renderBar(rows)
  await user.click(press('Mark as read'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => uuidsIn(body).length)).toEqual([200, 1])
})

test('only permitted actions are offered; marking as read always is', () => {
  renderBar(undefined, ['conversations:update_tags'])
  const bar = within(screen.getByRole('region', { name: 'Selected conversations' }))
  expect(bar.getAllByRole('button')).toHaveLength(2)
  expect(bar.getAllByRole('combobox')).toHaveLength(1)
  expect(bar.getByRole('combobox', { name: 'Add or remove tags' })).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Mark as read' })).toBeTruthy()
  expect(bar.getByRole('button', { name: /^Clear selection/ })).toBeTruthy()
})

test('snoozing needs a time, so it is not among the statuses', async () => {
  const { user } = renderBar()
  await user.click(press(/^Set status/))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Open', 'Resolved'])
})

test('tags of all conversations are checked, and a tag of some shows its count', async () => {
  stubApi({})
  const { user } = renderBar([rowOf(1, { tags: ['vip', 'late'] }), rowOf(2, { tags: ['vip'] })])
  await user.click(screen.getByRole('combobox', { name: 'Add or remove tags' }))
  const vip = await screen.findByRole('option', { name: /vip/ })
  const late = screen.getByRole('option', { name: /late/ })
  expect([vip, late].map((one) => one.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  expect(late.textContent).toContain('1 of 2')
  expect(vip.textContent).not.toContain('of 2')
})

test('clearing the selection changes nothing', async () => {
  const requests = stubApi({})
  const { user, onClear } = renderBar()
  await user.click(press(/^Clear selection/))
  expect(onClear).toHaveBeenCalledOnce()
  expect(requests).toEqual([])
})

test('merging, spam and trash are offered to those who may, and in spam the way back', async () => {
  const requests = stubApi({ [BULK]: ({ body }) => ({ data: accepted(uuidsIn(body)) }) })
  const may: Permission[] = ['conversations:merge', 'conversations:delete']
  const { user } = renderBar(undefined, may)
  for (const name of [/^Merge/, /^Move to trash/, /^Move to spam/]) expect(press(name)).toBeTruthy()
  await user.click(press(/^Move to spam/))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ action: { type: 'mark_spam' } }))
  cleanup()
  renderBar([rowOf(1, { trashed_at: created_at, trash_reason: 'spam' })], may)
  for (const name of [/^Not spam/, /^Restore/]) expect(press(name)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Move to/ })).toBeNull()
})
