import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { Notices } from './notices.tsx'

// Loading them for the first time can take longer than a test waits.
beforeAll(() =>
  Promise.all([
    import('./workspace-notices.tsx'),
    import('./health-notices.tsx'),
    import('./paused-notice.tsx'),
  ]),
)

const release = {
  release_version: 'v1.4.0',
  release_date: '2026-11-02T00:00:00Z',
  url: 'https://parley.example/1.4.0',
  is_new: true,
}
const settings = { 'app.update': { update: release }, 'app.restart_required': true }
const part = (name: string, state: string) => ({
  name,
  state,
  since: '2026-11-01T00:00:00Z',
  message: `${name} is ${state}`,
})
const admin = agentWith(['general_settings:manage'])

const renderNotices = (me = admin, of: object = settings, parts: object[] = []) =>
  renderApp(<Notices />, {
    me,
    cached: [
      [queryKeys.settings, of],
      [queryKeys.readiness, { status: parts.length > 0 ? 'degraded' : 'ok', parts }],
    ],
  })
const notices = () => screen.queryAllByRole('status').map((notice) => notice.textContent)

test('a new release and a pending restart are shown to administrators', async () => {
  stubApi({})
  renderNotices()
  await waitFor(() => expect(notices()).toHaveLength(2))
  expect(notices()[0]).toContain('v1.4.0')
  expect(notices()[1]).toBe('Restart the server to apply some settings.')
})

test('an agent who cannot restart the server sees neither the restart notice nor failing parts', async () => {
  stubApi({})
  renderNotices(agentWith([]), settings)
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect(notices()[0]).toContain('v1.4.0')
})

test('a dismissed release disappears at once and is remembered by the server', async () => {
  const requests = stubApi({ 'PUT /api/v1/settings/general/dismissed-release': { data: true } })
  const { user } = renderNotices(admin, { 'app.update': { update: release } })
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(notices()).toEqual([])
  await waitFor(() => expect(requests[0]?.body).toEqual({ release_version: 'v1.4.0' }))
})

test('a refetch that started before a dismissal does not show the release again', async () => {
  const stored = Promise.withResolvers<{ data: boolean }>()
  const requests = stubApi({ 'PUT /api/v1/settings/general/dismissed-release': () => stored.promise })
  const before = { 'app.update': { update: release } }
  const { user, client } = renderNotices(admin, before)
  const dismissButton = await screen.findByRole('button', { name: 'Dismiss' })
  const started = Promise.withResolvers<object>()
  const refetch = client
    .fetchQuery({ queryKey: queryKeys.settings, queryFn: () => started.promise, staleTime: 0 })
    .catch(() => {})
  await user.click(dismissButton)
  started.resolve(before)
  await act(() => refetch)
  expect(client.getQueryData(queryKeys.settings)).toEqual({ 'app.update': null })
  expect(notices()).toEqual([])
  stored.resolve({ data: true })
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET']))
})

test('parts that fail for everyone are named; mailboxes have a page of their own', async () => {
  stubApi({})
  renderNotices(admin, {}, [part('disk', 'down'), part('mailboxes', 'degraded'), part('database', 'ok')])
  await waitFor(() => expect(notices()).toEqual(['Disk space: disk is down']))
})

test('a release that is not new is not shown', async () => {
  stubApi({})
  renderNotices(admin, { 'app.update': { update: { ...release, is_new: false } } })
  expect(notices()).toEqual([])
})

const paused = {
  'app.paused_copy': {
    since: '2026-11-28T10:00:00.000Z',
    backup_of: '2026-11-27T03:00:00.000Z',
    moved_to: null,
  },
}
const goLivePath = 'POST /api/v1/settings/general/go-live'

test('everyone sees that a restored copy is paused; only those who manage the settings can make it live', async () => {
  stubApi({})
  renderNotices(agentWith([]), paused)
  await waitFor(() => expect(notices()[0]).toMatch(/This is a copy, restored from a backup of .*27/))
  expect(screen.queryByRole('button')).toBeNull()
})

test('making a copy live needs the name of the workspace, and names the copy that was seen', async () => {
  const requests = stubApi({ [goLivePath]: { data: true } })
  const { user } = renderNotices(admin, paused)
  await user.click(await screen.findByRole('button', { name: 'Make it live…' }))
  const confirm = screen.getByRole('button', { name: 'Make it live' })
  const field = screen.getByRole('textbox', { name: /to confirm/ })
  for (const [typed, isEnabled] of [
    ['yes', false],
    ['Parley', true],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    expect(confirm.hasAttribute('disabled') || confirm.getAttribute('aria-disabled') === 'true').toBe(
      !isEnabled,
    )
  }
  await user.click(confirm)
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      since: paused['app.paused_copy'].since,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what a move has left behind says where the workspace is', async () => {
  stubApi({})
  const moved_to = 'postgres://db.example.com:5432/parley'
  renderNotices(admin, {
    'app.paused_copy': { since: '2026-11-28T10:00:00.000Z', backup_of: null, moved_to },
  })
  await waitFor(() => expect(notices()[0]).toContain(`This workspace was moved to ${moved_to}`))
})
