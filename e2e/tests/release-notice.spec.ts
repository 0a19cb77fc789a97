import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getGeneralSettings } from '@parley/contract/settings/settings'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// The operator's update server announces a newer release; each agent dismisses the notice individually.

const update = {
  release_version: 'v987.0.0',
  release_date: '2026-11-01',
  url: 'https://parley.example/releases/987',
  description: 'Faster.',
}
const releases = http.createServer((_request, response) => response.end(JSON.stringify({ update })))
await once(releases.listen(0, '127.0.0.1'), 'listening')
releases.unref()
const { port } = releases.address() as AddressInfo // it listens on a port

test.use({
  workspace_of: 'release',
  server_env: {
    PARLEY_UPDATE_URL: `http://127.0.0.1:${port}/newest.json`,
    PARLEY_WEBHOOK_ALLOW: '127.0.0.1',
  },
})
test.describe.configure({ mode: 'serial' })

let ana: Page
let ben: Page
test.beforeAll(async ({ browser, workspace }) => {
  const open = async (name: string) =>
    desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent(name))
  ana = await open('Ana')
  ben = await open('Ben')
})
test.afterAll(async () => {
  releases.close()
  for (const page of [ana, ben]) await page?.context().close()
})

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'v987.0.0' })
const arrive = async (page: Page) => {
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a newer release is announced above the page with a link to its notes', async ({ workspace }) => {
  // The server checks for releases when it starts.
  await expect
    .poll(async () => (await workspace.api.call(getGeneralSettings))['app.update']?.update.release_version)
    .toBe(update.release_version)
  await arrive(ana)
  await expect(notice(ana)).toBeVisible()
  await expect(notice(ana).getByRole('link')).toHaveAttribute('href', update.url)
  await expect(notice(ana).getByRole('link')).toHaveAttribute('rel', 'noreferrer')
  expect(await findViolationsInBothThemes(ana)).toEqual([])
  await ana.setViewportSize({ width: 375, height: 812 })
  await expect(notice(ana)).toBeVisible()
  expect(await findViolationsInBothThemes(ana)).toEqual([])
  await expect.poll(() => ana.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})

test('a dismissed notice stays dismissed for that agent after a reload, and is still shown to another', async () => {
  await notice(ana).getByRole('button').click()
  await expect(notice(ana)).toHaveCount(0)
  await arrive(ben)
  await expect(notice(ben)).toBeVisible()
  await arrive(ana)
  await expect(notice(ana)).toHaveCount(0)
})

test('a failed dismissal is reported, and the notice returns', async () => {
  await desk.goOffline(ben)
  await notice(ben).getByRole('button').click()
  await expect(ben.getByRole('button', { name: 'Try again' })).toBeVisible()
  await ben.context().setOffline(false)
  await ben.getByRole('button', { name: 'Try again' }).click()
  await expect(notice(ben)).toHaveCount(0)
  await arrive(ben)
  await expect(notice(ben)).toHaveCount(0)
})
