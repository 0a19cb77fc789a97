import * as desk from '../fixtures/desk.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ workspace_of: 'system-mail' })
test('shots', async ({ browser, workspace }) => {
  const admin = await workspace.agent('Shota', { roles: ['Admin'] })
  for (const [name, width, height, scheme] of [
    ['wide', 1440, 900, 'light'],
    ['phone', 375, 812, 'dark'],
  ] as const) {
    const page = await desk.browserOf(browser, workspace.parley.url, admin, {
      viewport: { width, height },
      colorScheme: scheme,
    })
    await page.goto('/account/notifications')
    await expect(page.getByRole('switch').first()).toBeVisible()
    if (name === 'wide') {
      await desk.select(page, page.getByLabel('Comes at'), '07:00')
      await desk.select(page, page.getByLabel('By whose clocks'), 'My own')
    }
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/notify/account-${name}.png` })
    await page.goto('/admin/notification')
    await page.getByRole('heading', { name: 'What agents are told' }).scrollIntoViewIfNeeded()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/notify/admin-${name}.png` })
    await page.goto('/admin/templates?type=email_notification')
    await page.getByRole('link', { name: 'Notifications to agents' }).click()
    await page.getByRole('link', { name: 'Daily digest' }).click()
    await page.waitForTimeout(2000)
    await page.screenshot({ path: `/tmp/notify/template-${name}.png` })
    await page.context().close()
  }
})
