import type { Notification } from '@parley/contract/notifications/notification-centre'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { unreadNotifications } from '../../session/unread-notifications.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { NotificationCentre } from './notification-centre.tsx'
import { useUnreadNotifications } from './use-unread-notifications.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const notification = (n: number, values: Partial<Notification> = {}): Notification => ({
  uuid: uuid(n),
  kind: 'mention',
  happened_at: '2026-11-24T09:00:00.000Z',
  read_at: null,
  occurrences: 1,
  actor: { kind: 'agent', id: 7, name: 'Petra Vos', avatar_url: null },
  conversation: {
    uuid: uuid(100 + n),
    reference_number: '1042',
    subject: 'Lamp',
    contact_name: 'Ada Brandt',
  },
  conversation_count: 1,
  message_uuid: null,
  change: null,
  due: null,
  rating: null,
  ...values,
})
const page = (results: Notification[], next_cursor: string | null = null) => ({
  data: { results, next_cursor },
})

test('a row says what happened and where, links to the conversation and is marked as read when it is opened', async () => {
  const onClose = vi.fn()
  const requests = stubApi({
    'GET /api/v1/notifications': page([notification(1, { occurrences: 3 })]),
    [`PUT /api/v1/notifications/${uuid(1)}/read`]: { data: true },
  })
  const { user } = renderApp(<NotificationCentre onClose={onClose} />)
  const row = await screen.findByRole('link', { name: /Petra Vos mentioned you in a note/ })
  expect(row.textContent).toContain('Lamp · Ada Brandt')
  expect(within(row).getByText('3 times')).toBeTruthy()
  expect(row.getAttribute('href')).toBe(`/inboxes/all/conversation/${uuid(101)}`)
  await user.click(row)
  expect(onClose).toHaveBeenCalled()
  await waitFor(() =>
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      `PUT /api/v1/notifications/${uuid(1)}/read`,
    ),
  )
})

test('arrow keys move between rows', async () => {
  stubApi({ 'GET /api/v1/notifications': page([notification(1), notification(2, { kind: 'reply' })]) })
  const { user } = renderApp(<NotificationCentre onClose={() => {}} />)
  const [first, second] = await screen.findAllByRole('link', { name: /Petra/ })
  first?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(first)
})

test('marking all as read leaves out what arrives meanwhile', async () => {
  const requests = stubApi({
    'GET /api/v1/notifications': page([notification(1)]),
    'PUT /api/v1/notifications/read': { data: true },
  })
  const { user } = renderApp(<NotificationCentre onClose={() => {}} />)
  await screen.findByRole('link', { name: /Petra/ })
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      until: '2026-11-24T09:00:00.000Z',
    }),
  )
})

test('without notifications it says what appears here, and a failure can be retried', async () => {
  let fails = true
  stubApi({
    'GET /api/v1/notifications': () =>
      fails ? { status: 500, error: { message: 'The database is away' } } : page([]),
  })
  const { user } = renderApp(<NotificationCentre onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away')
  fails = false
  await user.click(screen.getByRole('button', { name: /Retry|Try again/ }))
  expect(await screen.findByText('No notifications')).toBeTruthy()
})

function Watch({ reading }: { reading: string | null }) {
  useUnreadNotifications(reading)
  return null
}

test('the number of unread ones is published, and those of the conversation being read are marked', async () => {
  const requests = stubApi({
    'GET /api/v1/notifications/unread': {
      data: { count: 2, conversation_uuids: [uuid(5)], newest_at: null },
    },
    'GET /api/v1/settings/general': { data: {} },
    'PUT /api/v1/notifications/read': { data: true },
  })
  renderApp(<Watch reading={uuid(5)} />, { me: agentWith([]), cached: [[queryKeys.settings, {}]] })
  await waitFor(() => expect(unreadNotifications.get()).toBe(2))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ conversation_uuid: uuid(5) }),
  )
})
