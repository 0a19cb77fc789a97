import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { allAdminEntries } from '../../../areas/admin-entries.ts'
import { adminPermissions } from '../../../areas/nav-entries.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderPage } from '../../../testing/render.tsx'
import { SettingsSearch } from './settings-search.tsx'

const revealSetting = vi.hoisted(() => vi.fn())
vi.mock('../../../admin/reveal-setting.ts', () => ({ revealSetting }))

const paths = allAdminEntries.map(({ path }) => path)
async function renderSearch(permissions = adminPermissions) {
  revealSetting.mockClear()
  const app = await renderPage(<SettingsSearch />, {
    at: '/admin/overview',
    paths,
    me: agentWith(permissions),
  })
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  field.focus()
  return { ...app, field }
}
const results = () => screen.queryAllByRole('link')
const path = (app: { router: { state: { location: { pathname: string } } } }) =>
  app.router.state.location.pathname

test('areas come before settings, and Enter opens the first', async () => {
  const app = await renderSearch()
  expect(results()).toEqual([])
  await app.user.keyboard('roles')
  expect(results()[0]?.textContent).toMatch(/^Roles/)
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(path(app)).toBe('/admin/teams/roles'))
  expect(revealSetting, 'an area has no label to look for').not.toHaveBeenCalled()
})

test('a setting opens its page and is revealed there', async () => {
  const app = await renderSearch()
  await app.user.keyboard('session lifetime')
  const [first] = results()
  expect(first?.getAttribute('href')).toBe('/admin/general')
  if (first) await app.user.click(first)
  await waitFor(() => expect(path(app)).toBe('/admin/general'))
  expect(revealSetting).toHaveBeenCalledOnce()
})

test('a setting of the entries of a list opens the list only', async () => {
  const app = await renderSearch()
  await app.user.keyboard('client secret{Enter}')
  await waitFor(() => expect(path(app)).toBe('/admin/sso'))
  expect(revealSetting).not.toHaveBeenCalled()
})

test('areas that the agent cannot open are not found', async () => {
  const { user } = await renderSearch(['tags:manage'])
  await user.keyboard('roles')
  expect(results()).toEqual([])
  expect(screen.getByText('No matching settings.')).toBeTruthy()
})

test('arrow keys go from the field into the results and between them', async () => {
  const { user } = await renderSearch()
  await user.keyboard('email')
  expect(results().length).toBeGreaterThan(2)
  expect(screen.getByRole('status').textContent).toBe(`${results().length} results`)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(results()[0])
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(results()[1])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement, 'the first result is the end').toBe(results()[0])
})

test('Escape empties the field before anything else closes', async () => {
  const onPage = vi.fn()
  const { user, field } = await renderSearch()
  document.addEventListener('keydown', onPage)
  await user.keyboard('email{Escape}')
  expect(field.value).toBe('')
  expect(results()).toEqual([])
  const escapes = () => onPage.mock.calls.filter(([event]) => event.key === 'Escape').length
  expect(escapes()).toBe(0)
  await user.keyboard('{Escape}')
  expect(escapes(), 'of an empty field it is for the page').toBe(1)
  document.removeEventListener('keydown', onPage)
})
