import { getGeneralSettings } from '@parley/contract/settings/settings'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// The general settings of an administrator.

let page: Page
const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const violations = () => findViolations(page)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

test.use({ workspace_of: 'general-settings' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const wanda = await workspace.agent('Wanda', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, wanda)
})
test.afterAll(() => page?.context().close())

test('invalid general settings are reported at their field, and nothing is saved', async ({ workspace }) => {
  const before = await workspace.api.call(getGeneralSettings)
  await page.goto('/admin/general')
  await expect(page.getByLabel('Root URL')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByLabel('Root URL').fill('help.example.com')
  await page.getByLabel('Maximum file size').fill('')
  await page.getByRole('switch', { name: 'Allow all file types' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/Enter the address people open/)).toBeVisible()
  await expect(page.getByText('Enter at least one type, or allow all file types')).toBeVisible()
  await expect(page.getByLabel('Root URL')).toBeFocused()
  expect(await workspace.api.call(getGeneralSettings)).toEqual(before)
  await bar().getByRole('button', { name: 'Discard' }).click()
  await expect(bar()).toHaveCount(0)
})

test('a new name and logo are shown at once, also on the sign-in page', async ({ browser, workspace }) => {
  const name = (await workspace.api.call(getGeneralSettings))['app.site_name'] ?? ''
  await page.getByLabel('Workspace name').fill('Wanda & friends')
  await page.getByLabel('Upload Logo').and(page.locator('input')).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: png,
  })
  await expect(page.getByRole('img', { name: 'Logo preview' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(toast('General settings saved.')).toBeVisible()
  await expect(page).toHaveTitle('General - Wanda & friends')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('img[src^="/uploads/"]')).toBeVisible()

  const stranger = await (await browser.newContext({ baseURL: workspace.parley.url })).newPage()
  await stranger.goto('/')
  const logo = stranger.locator('main img[src^="/uploads/"]')
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(1)
  await stranger.context().close()

  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await page.getByLabel('Workspace name').fill(name)
  await page.keyboard.press('Control+s')
  await expect(bar()).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('img[src^="/uploads/"]')).toHaveCount(0)
})
