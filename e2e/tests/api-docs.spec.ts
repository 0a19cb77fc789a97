import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const call = (page: Page) => page.locator('#operations-webhooks-createWebhook')

async function expectInSight(page: Page) {
  await expect(call(page)).toHaveAttribute('open')
  await expect(call(page).locator('summary').first()).toBeFocused()
  await expect(call(page).locator('summary').first()).toBeInViewport({ ratio: 1 })
}

test('a link to one call of the API opens it in sight, also where the page is open already', async ({
  page,
}) => {
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInSight(page)
  await expect(call(page)).toContainText('webhooks:manage')
  await page.goto('/api/docs')
  await expect(call(page)).not.toHaveAttribute('open')
  // Followed from elsewhere, the address of the open page only changes behind its #.
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInSight(page)
  await page.goto('/api/docs#/tags')
  await expect(page.getByRole('heading', { name: 'tags', exact: true })).toBeInViewport()
})

test('a link that arrives before the page is ready is followed all the same', async ({ page }) => {
  // The script comes after the link was followed, and what the call takes later still.
  const { promise: followed, resolve: follow } = Promise.withResolvers<void>()
  const { promise: shown, resolve: show } = Promise.withResolvers<void>()
  await page.route('**/api/docs/page.js', async (route) => {
    await followed
    await route.continue()
  })
  await page.route('**/api/openapi.json', async (route) => {
    await shown
    await route.continue()
  })
  await page.goto('/api/docs', { waitUntil: 'commit' })
  await expect(call(page)).toBeAttached()
  await page.evaluate('location.hash = "#/webhooks/createWebhook"')
  follow()
  await expectInSight(page)
  await expect(call(page)).toContainText('Loading…')
  show()
  await expect(call(page)).toContainText('webhooks:manage')
  await expectInSight(page)
})

test('only what is opened is drawn, and its link is in the address', async ({ page }) => {
  await page.goto('/api/docs')
  const rows = page.locator('main details[data-path]')
  expect(await rows.count()).toBeGreaterThan(250)
  await expect(page.locator('.body:not(:empty)')).toHaveCount(0)
  await page.locator('#operations-tags-createTag > summary').click()
  await expect(page.locator('.body:not(:empty)')).toHaveCount(1)
  await expect(page).toHaveURL(/#\/tags\/createTag$/)
})

test('search narrows the calls, and a link followed then shows what it names', async ({ page }) => {
  await page.goto('/api/docs')
  const rows = page.locator('main details[data-path]:visible')
  await page.getByRole('searchbox').fill('webhooks post')
  await expect(rows).toHaveCount(5)
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByText('No calls match')).toBeVisible()
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInSight(page)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a call is tried from the page', async ({ page }) => {
  await page.goto('/api/docs#/health/getHealth')
  const row = page.locator('#operations-health-getHealth')
  await row.getByText('Try it').click()
  await row.getByRole('button', { name: 'Send request' }).click()
  await expect(row.getByText(/^200 in \d+ ms$/)).toBeVisible()
  await page.goto('/api/docs#/tags/createTag')
  const tag = page.locator('#operations-tags-createTag')
  await page.getByLabel('API key').fill('none:none')
  await tag.getByText('Try it').click()
  await tag.getByRole('button', { name: 'Send request' }).click()
  await expect(tag.getByText(/^401 in/)).toBeVisible()
  await expect(tag.locator('.sent')).toContainText('"status": "error"')
})
