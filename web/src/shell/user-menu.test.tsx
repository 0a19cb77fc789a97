import type { Agent } from '@parley/contract/agents/agent'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentWith } from '../testing/agent.ts'
import { renderPage, stubApi } from '../testing/render.tsx'
import { AreaLinks } from './main-bar.tsx'
import { UserMenu } from './user-menu.tsx'

async function openMenu(rest: Partial<Agent> = {}) {
  const me = agentWith([], rest)
  const app = await renderPage(<UserMenu expanded />, {
    at: '/inboxes/assigned',
    paths: ['/inboxes/assigned', '/account/profile'],
    me,
  })
  await app.user.click(screen.getByRole('button', { name: /^Your menu|Your menu:/ }))
  await screen.findByRole('menu')
  return app
}
/** What was sent to change something. */
const sent = (requests: ReturnType<typeof stubApi>) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const switchItem = (name: string) => screen.getByRole('menuitemcheckbox', { name })

test('setting away is sent, shown at once, and leaves the menu open', async () => {
  const requests = stubApi({
    'PUT /api/v1/agents/me/availability': { data: agentWith([], { availability_status: 'away_manual' }) },
  })
  const { user } = await openMenu()
  await user.click(switchItem('Away'))
  await waitFor(() => expect(switchItem('Away').getAttribute('aria-checked')).toBe('true'))
  expect(sent(requests)).toEqual([{ status: 'away_manual' }])
})

test('an agent whose replies are reassigned is away too, and switching that off leaves them away', async () => {
  const requests = stubApi({
    'PUT /api/v1/agents/me/availability': { data: agentWith([], { availability_status: 'away_manual' }) },
  })
  const { user } = await openMenu({ availability_status: 'away_and_reassigning' })
  expect(switchItem('Away').getAttribute('aria-checked')).toBe('true')
  await user.click(switchItem('Reassign replies'))
  await waitFor(() => expect(sent(requests)).toEqual([{ status: 'away_manual' }]))
  expect(switchItem('Reassign replies').getAttribute('aria-checked')).toBe('false')
})

test('the account is opened from the menu by keyboard', async () => {
  const { user, router } = await openMenu()
  await user.keyboard('acc{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/profile'))
})

const areaPaths = ['/inboxes/assigned', '/contacts', '/reports/overview', '/admin/general', '/admin']
const renderAreas = (permissions: Parameters<typeof agentWith>[0]) =>
  renderPage(<AreaLinks expanded current="inboxes" />, {
    at: '/inboxes/assigned',
    paths: areaPaths,
    me: agentWith(permissions),
  })
const areas = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the main bar links to the areas that the agent has permission for', async () => {
  const { unmount } = await renderAreas([])
  expect(areas()).toEqual(['/inboxes/assigned'])
  unmount()
  await renderAreas(['contacts:read_all', 'reports:manage', 'general_settings:manage'])
  expect(areas()).toEqual(['/inboxes/assigned', '/contacts', '/reports/overview', '/admin/general'])
})

test('administration opens on a page that the agent may access', async () => {
  await renderAreas(['tags:manage'])
  expect(areas()).toEqual(['/inboxes/assigned', '/admin'])
})
