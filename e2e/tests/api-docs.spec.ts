import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const call = (page: Page) => page.locator('#operations-webhooks-createWebhook')

async function expectInView(page: Page) {
  await expect(call(page)).toHaveAttribute('open')
  await expect(call(page).locator('summary').first()).toBeFocused()
  await expect(call(page).locator('summary').first()).toBeInViewport({ ratio: 1 })
}

test('a link to an API operation opens and scrolls to it, even if the page is already open', async ({
  page,
}) => {
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInView(page)
  await expect(call(page)).toContainText('webhooks:manage')
  await page.goto('/api/docs')
  await expect(call(page)).not.toHaveAttribute('open')
  // Following a link to the open page only changes the URL's fragment.
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInView(page)
  await page.goto('/api/docs#/tags')
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeInViewport()
})

test('a link followed before the page is ready still works', async ({ page }) => {
  // The script arrives after the link was followed, and the operation's schema even later.
  const { promise: followed, resolve: follow } = Promise.withResolvers<void>()
  const { promise: rendered, resolve: show } = Promise.withResolvers<void>()
  await page.route('**/api/docs/page.js', async (route) => {
    await followed
    await route.continue()
  })
  await page.route('**/api/openapi.json', async (route) => {
    await rendered
    await route.continue()
  })
  await page.goto('/api/docs', { waitUntil: 'commit' })
  await expect(call(page)).toBeAttached()
  await page.evaluate('location.hash = "#/webhooks/createWebhook"')
  follow()
  await expectInView(page)
  await expect(call(page)).toContainText('Loading…')
  show()
  await expect(call(page)).toContainText('webhooks:manage')
  await expectInView(page)
})

test('only open operations are rendered, and the URL links to them', async ({ page }) => {
  await page.goto('/api/docs')
  const rows = page.locator('main details[data-path]')
  expect(await rows.count()).toBeGreaterThan(250)
  await expect(page.locator('.body:not(:empty)')).toHaveCount(0)
  await page.locator('#operations-tags-createTag > summary').click()
  await expect(page.locator('.body:not(:empty)')).toHaveCount(1)
  await expect(page).toHaveURL(/#\/tags\/createTag$/)
})

test('search narrows the operations, and following a link then shows its target', async ({ page }) => {
  await page.goto('/api/docs')
  const rows = page.locator('main details[data-path]:visible')
  await page.getByRole('searchbox').fill('webhooks post')
  await expect(rows).toHaveCount(5)
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByText('No endpoints match')).toBeVisible()
  await page.goto('/api/docs#/webhooks/createWebhook')
  await expectInView(page)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('an operation can be called from the page', async ({ page }) => {
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
