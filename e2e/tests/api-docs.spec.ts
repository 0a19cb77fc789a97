import { expect, test } from '../fixtures/test.ts'

test('a link to one call of the API opens it in sight, also where the page is open already', async ({
  page,
}) => {
  await page.goto('/api/docs')
  // Followed from elsewhere, the address of the open page only changes behind its #.
  await page.goto('/api/docs#/webhooks/createWebhook')
  const call = page.locator('#operations-webhooks-createWebhook')
  await expect(call).toHaveClass(/is-open/)
  await expect(call).toBeInViewport()
})
