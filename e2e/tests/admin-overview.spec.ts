import { createInbox } from '@parley/contract/inboxes/inbox-writes'
import { createRole } from '@parley/contract/roles/roles'
import { createWebhook } from '@parley/contract/webhooks/webhooks'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// The admin overview: what needs attention, what changed, and links to every setting that the reader can access.

let page: Page
test.use({ workspace_of: 'overview', server_env: { PARLEY_WEBHOOK_ALLOW: '127.0.0.1' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley, agent } = workspace
  await api.call(createInbox, {
    body: {
      name: 'Orders',
      from: 'orders@parley.test',
      config: { imap: [], smtp: [{ host: '127.0.0.1', port: 9, tls_type: 'none', auth_protocol: 'none' }] },
    },
  })
  await api.call(createWebhook, {
    body: { name: 'Shop', url: 'http://127.0.0.1:9/', events: ['message.created'], is_active: true },
  })
  page = await desk.openSignedInPage(browser, parley.url, await agent('Ada', { roles: ['Admin'] }))
})
test.afterAll(() => page?.context().close())

const section = (name: string) => page.getByRole('region', { name, exact: true })
const search = () => page.getByRole('searchbox', { name: 'Search settings' })
const results = () => page.getByRole('list', { name: 'Matching settings' }).getByRole('link')

test('settings open on the overview, which is first in the menu', async () => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing selected' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Overview', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the overview shows the state of every inbox and integration, and the latest changes', async () => {
  const line = (section_name: string, text: string) =>
    section(section_name).getByRole('listitem').filter({ hasText: text })
  await expect(line('Inboxes', 'Orders')).toContainText('Sending fails')
  await expect(line('Inboxes', 'Orders')).toContainText('127.0.0.1')
  await expect(line('Inboxes', 'Support')).toContainText('Sending')
  await expect(line('Integrations', 'Email to agents')).toContainText('Off')
  await expect(line('Integrations', 'Webhooks')).toContainText('1 active webhook')
  await expect(line('Integrations', 'Single sign-on')).toContainText('Agents sign in with their password.')
  await expect(line('Recent changes', 'Shop')).toBeVisible()
  await expect(section('Recent changes').getByRole('listitem').filter({ hasText: 'signed in' })).toHaveCount(
    0,
  )
  await expect(section('Getting started')).toBeVisible()
})

test('search finds an area or setting by its words and opens the page at the field', async () => {
  await search().fill('holidays')
  await expect(results().first()).toContainText('Business hours')
  await search().fill('sessoin')
  await expect(results().first()).toContainText('General')
  await search().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  const field = page.getByRole('main').getByLabel('Session lifetime')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()

  await page.goto('/admin/overview')
  await search().fill('zzz')
  await expect(page.getByText('No matching settings.')).toBeVisible()
  await search().press('Escape')
  await expect(search()).toHaveValue('')
  await search().fill('test')
  await search().press('ArrowDown')
  await expect(results().first()).toBeFocused()
})

test('the command palette finds settings as well', async () => {
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('heading', { level: 1, name: 'My inbox' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('favicon')
  await page
    .getByRole('option', { name: /Favicon/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await expect(page.getByText('Favicon', { exact: true }).first()).toBeInViewport()
})

test('with a single permission, only its area is shown', async ({
  browser,
  workspace: { api, parley, agent },
}) => {
  await api.call(createRole, { body: { name: 'Tagger', permissions: ['tags:manage'] } })
  const tagger = await desk.openSignedInPage(browser, parley.url, await agent('Tara', { roles: ['Tagger'] }))
  const refused: string[] = []
  tagger.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await tagger.goto('/admin/overview')
  const main = tagger.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(main.getByRole('link')).toHaveText([/^Tags/])
  await main.getByRole('searchbox').fill('time zone')
  await expect(main.getByText('No matching settings.')).toBeVisible()
  await main.getByRole('searchbox').fill('tags')
  await expect(main.getByRole('list', { name: 'Matching settings' }).getByRole('link')).toHaveCount(1)
  expect(refused).toEqual([])
  await tagger.context().close()
})

test('without any admin permission, the overview is not accessible', async ({
  browser,
  workspace: { parley, agent },
}) => {
  const iris = await desk.openSignedInPage(browser, parley.url, await agent('Iris'))
  await iris.goto('/admin/overview')
  await expect(iris.getByRole('searchbox')).toHaveCount(0)
  await expect(iris.getByRole('heading', { level: 1 })).toContainText('Overview')
  await iris.context().close()
})
