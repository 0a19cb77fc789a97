import { expect, test } from '../fixtures/test.ts'

test('the sign-in page loads without console errors', async ({ page }) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  await page.goto('/')
  await expect(page.getByLabel(/email/i)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /password/i })).toBeVisible()
  await expect(page).toHaveTitle(/^Login - /)
  expect(consoleErrors).toEqual([])
})
