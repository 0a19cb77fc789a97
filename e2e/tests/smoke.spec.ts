import { expect, test } from '../fixtures/test.ts'

test('the sign-in page loads without a complaint in the console', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/')
  await expect(page.getByLabel(/email/i)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /password/i })).toBeVisible()
  await expect(page).toHaveTitle(/^Login - /)
  expect(complaints).toEqual([])
})
