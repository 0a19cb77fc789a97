import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { agentWith } from '../../testing/agent.ts'
import { renderPage } from '../../testing/render.tsx'
import { InboxPanel } from './inbox-panel.tsx'

const paths = [
  '/inboxes/$type',
  '/inboxes/$type/conversation/$uuid',
  '/inboxes/views/$viewID',
  '/inboxes/search',
]
const counts = {
  assigned: 3,
  unassigned: 100,
  teams: [{ id: 4, count: 7 }],
  views: [
    { id: 9, count: 1 },
    { id: 10, count: null },
  ],
}
const allRights = [
  'conversations:read',
  'conversations:read_assigned',
  'conversations:read_unassigned',
  'conversations:read_all',
  'conversations:read_team_inbox',
  'view:manage',
] as const
const teams = [{ id: 4, name: 'Returns', emoji: '📦' }]
const personal = { visibility: 'user', team_id: null, user_id: 7 }
const views = [
  { id: 9, name: 'Waiting for a part', ...personal },
  { id: 10, name: 'Slow to count', ...personal },
]

const renderPanel = (me = agentWith(allRights, { teams } as object), at = '/inboxes/assigned') =>
  renderPage(<InboxPanel />, {
    at,
    paths,
    me,
    cached: [
      [queryKeys.listCounts, counts],
      [queryKeys.views, views],
    ],
  })
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
/** The visible number of a list. */
const countOf = (name: string) =>
  screen.getByRole('link', { name }).querySelector('.list-count')?.firstChild?.textContent ?? null

test('the lists are those that the permissions of the agent include', async () => {
  await renderPanel(agentWith(['conversations:read_assigned'], { teams } as object))
  expect(links()).toEqual(['/inboxes/search', '/inboxes/assigned'])
  expect(screen.queryByText('Returns'), 'a team without the permission').toBeNull()
})

test('an agent with all permissions has every list, their teams and their views', async () => {
  await renderPanel()
  expect(links()).toEqual([
    '/inboxes/search',
    '/inboxes/assigned',
    '/inboxes/unassigned',
    '/inboxes/all',
    '/inboxes/teams/4',
    '/inboxes/mentions',
    '/inboxes/snoozed',
    '/inboxes/scheduled',
    '/inboxes/views/9',
    '/inboxes/views/10',
  ])
})

test('each list has its count, capped at "99+", and an uncounted list has none', async () => {
  await renderPanel()
  expect(countOf('My inbox')).toBe('3')
  expect(countOf('Unassigned')).toBe('99+')
  expect(countOf('All')).toBeNull()
  expect(countOf('Returns')).toBe('7')
  expect(countOf('Waiting for a part')).toBe('1')
  expect(countOf('Slow to count')).toBeNull()
})

test('screen readers announce the count as a description of the list', async () => {
  await renderPanel()
  const description = (name: string) => {
    const id = screen.getByRole('link', { name }).getAttribute('aria-describedby')
    return id && document.getElementById(id)?.textContent
  }
  expect(description('Waiting for a part')).toBe('1 conversation')
  expect(description('Unassigned')).toBe('More than 99 conversations')
  expect(description('All')).toBeNull()
})

test('the current list is marked, and switching keeps the open conversation', async () => {
  await renderPanel(undefined, '/inboxes/unassigned/conversation/c-1')
  const current = screen.getAllByRole('link', { current: 'page' })
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/inboxes/unassigned/conversation/c-1'])
  expect(links()).toContain('/inboxes/assigned/conversation/c-1')
})

test('a collapsed team section is remembered', async () => {
  const { user, unmount } = await renderPanel()
  await user.click(screen.getByRole('button', { name: 'Team inboxes', expanded: true }))
  unmount()
  await renderPanel()
  expect(screen.getByRole('button', { name: 'Team inboxes' }).getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText('Returns').closest('[hidden]')).not.toBeNull()
})
