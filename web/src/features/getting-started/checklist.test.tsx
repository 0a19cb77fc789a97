import type { GettingStarted } from '@parley/contract/settings/getting-started'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderPage, stubApi } from '../../testing/render.tsx'
import { Checklist } from './checklist.tsx'
import { GettingStarted as GettingStartedPane } from './getting-started.tsx'

const nothing: GettingStarted = {
  inbox: false,
  system_mail: false,
  agents: false,
  conversation: false,
  can_receive: false,
  can_send: false,
  can_invite: false,
  people: false,
  workspace_name: false,
  time_zone: false,
  logo: false,
  own_password: false,
  kept: [],
  dismissed: false,
}
const essentials = { can_receive: true, can_send: true, can_invite: true, people: true, conversation: true }
const admin = agentWith(['general_settings:manage', 'inboxes:manage', 'users:manage'])

const renderChecklist = (progress: Partial<GettingStarted> = {}, me = admin, inboxes: unknown[] = []) =>
  renderPage(<Checklist progress={{ ...nothing, ...progress }} />, {
    at: '/',
    me,
    cached: [[queryKeys.inboxes, inboxes]],
  })
const step = (title: string) => {
  const item = screen.getByRole('heading', { name: title }).closest('li')
  if (!item) throw new Error(`No step ${title}`)
  return item
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('the next step is marked, and kept steps count as done', async () => {
  await renderChecklist({ can_receive: true, logo: true, kept: ['logo'] })
  expect(screen.getByRole('status').textContent).toBe('2 of 9 done')
  const current = screen.getAllByRole('listitem', { current: 'step' })
  expect(current).toHaveLength(1)
  expect(current[0], 'the one after the first').toBe(
    step('Connect your first inbox').nextElementSibling as HTMLElement,
  )
})

test('a started step links to where it continues, with another label', async () => {
  const linkOf = async (progress: Partial<GettingStarted>) => {
    const { unmount } = await renderChecklist(progress)
    const link = within(step('Connect your first inbox')).getByRole('link')
    unmount()
    return [link.textContent, link.getAttribute('href')]
  }
  expect(await linkOf({})).toEqual(['Connect an inbox', '/admin/inboxes/new'])
  expect(await linkOf({ inbox: true })).toEqual(['Check receiving', '/admin/inboxes'])
})

test('a step without the permission is listed without a link', async () => {
  await renderChecklist({}, agentWith(['general_settings:manage']))
  expect(within(step('Connect your first inbox')).queryByRole('link')).toBeNull()
  expect(within(step('Add your logo')).getByRole('link').getAttribute('href')).toBe('/admin/general')
})

test('the address of a single inbox is shown; of several, none is', async () => {
  const inbox = (from: string) => ({ id: 1, from })
  const one = await renderChecklist({}, admin, [inbox('Acme <help@acme.example>')])
  expect(one.container.textContent).toContain('help@acme.example')
  one.unmount()
  const two = await renderChecklist({}, admin, [inbox('help@acme.example'), inbox('sales@acme.example')])
  expect(two.container.textContent).not.toContain('acme.example')
})

test('keeping a step sends all kept steps, and undoing it sends the others', async () => {
  const requests = stubApi({ 'PUT /api/v1/getting-started/kept': { data: true } })
  const first = await renderChecklist({ workspace_name: true, kept: ['workspace_name'] })
  await first.user.click(screen.getByRole('button', { name: 'Keep as is: Add your logo' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ steps: ['workspace_name', 'logo'] }))
  first.unmount()
  const second = await renderChecklist({ workspace_name: true, logo: true, kept: ['workspace_name', 'logo'] })
  await second.user.click(screen.getByRole('button', { name: 'Undo: Add your logo' }))
  await waitFor(() => expect(requests[1]?.body).toEqual({ steps: ['workspace_name'] }))
})

test('dismissing offers to undo it', async () => {
  const success = vi.spyOn(toast, 'success').mockResolvedValue()
  const requests = stubApi({ 'PUT /api/v1/getting-started': { data: true } })
  const { user } = await renderChecklist()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(success).toHaveBeenCalledOnce())
  const action = success.mock.lastCall?.[1]?.action
  if (!action || typeof action !== 'object' || !('onClick' in action)) throw new Error('No way back')
  action.onClick({} as Parameters<typeof action.onClick>[0]) // the event is not read
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([{ dismissed: true }, { dismissed: false }]),
  )
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dismiss' }).disabled).toBe(false),
  )
  expect(success, 'bringing it back needs no toast').toHaveBeenCalledOnce()
})

test('hidden steps can be shown again, and cannot be hidden once customers get replies', async () => {
  const hidden = await renderChecklist({ dismissed: true })
  screen.getByRole('button', { name: 'Show in inbox' })
  hidden.unmount()
  await renderChecklist(essentials)
  expect(screen.queryByRole('button', { name: /Dismiss|Show in inbox/ })).toBeNull()
})

const renderPane = (progress: Partial<GettingStarted>, me = admin) =>
  renderPage(<GettingStartedPane fallback={<p>No conversations</p>} />, {
    at: '/',
    paths: ['/', '/admin/conversations/macros', '/admin/sso'],
    me,
    cached: [
      [queryKeys.gettingStarted, { ...nothing, ...progress }],
      [queryKeys.inboxes, []],
    ],
  })

test('the empty inbox shows the steps until customers can be answered or they are dismissed', async () => {
  stubApi({})
  const isFallback = () => screen.queryByText('No conversations') !== null
  for (const [progress, expected] of [
    [{}, false],
    [{ dismissed: true }, true],
    [essentials, true],
  ] as const) {
    const { unmount } = await renderPane(progress)
    expect(isFallback(), JSON.stringify(progress)).toBe(expected)
    unmount()
  }
})

test('an agent without the permission never asks for the steps', async () => {
  const requests = stubApi({})
  await renderPane({}, agentWith([]))
  expect(requests).toEqual([])
})

test('the areas for later are those the administrator can open', async () => {
  stubApi({})
  await renderPane({}, agentWith(['general_settings:manage', 'macros:manage']))
  const later = screen.getAllByRole('navigation').flatMap((one) => within(one).getAllByRole('link'))
  expect(later.map((link) => link.getAttribute('href'))).toEqual(['/admin/conversations/macros'])
})
