import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Nothing may move when other content arrives late: a person about to click a button must hit it.

let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  for (let n = 1; n <= 5; n++)
    await workspace.conversation({ subject: `Steady ${n}`, text: 'Hello?', name: `Steady ${n}` })
  page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Shira', { roles: ['Admin'] }),
  )
  // Installed before the first paint: records every layout shift and how far things moved down.
  await page.addInitScript(`
    globalThis.shifts = []
    // A count that grows by a digit is not a layout shift.
    const least = 4
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
          for (const { node, previousRect: from, currentRect: to } of entry.sources)
            if (Math.abs(to.top - from.top) >= least) shifts.push((node?.parentElement?.id || node?.id || node?.nodeName) + ' ' + (node?.textContent ?? '').slice(0, 30) + ': ' + Math.round(to.top - from.top) + ' px')
    }).observe({ type: 'layout-shift', buffered: true })
  `)
})
test.afterAll(() => page.context().close())

const shifts = () => page.evaluate<string[]>('shifts')
const notice = () => page.getByRole('status').filter({ hasText: 'Restart' })

/** Delays responses, like a distant server, and reports that a restart is required. */
async function withNotice() {
  await page.route('**/api/v1/agents/me/bootstrap', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.settings['app.restart_required'] = true
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.fulfill({ response: answer, json: body })
  })
}

for (const [name, path, heading] of [
  ['the inbox', '/inboxes/all', 'All'],
  ['the settings', '/admin/general', 'General'],
  ['the list of agents', '/admin/teams/agents', 'Agents'],
] as const) {
  test(`${name} does not shift while its panel loads`, async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await desk.waitUntilIdle(page)
    // Like every visit but the first: the previous state is cached.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await desk.waitUntilIdle(page)
    expect(await shifts()).toEqual([])
  })

  test(`${name} does not shift when a known notice arrives late`, async () => {
    await withNotice()
    await page.goto(path)
    await expect(notice()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(notice()).toBeVisible()
    await desk.waitUntilIdle(page)
    expect(await shifts()).toEqual([])
  })
}
