import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({
  workspace_of: 'system',
  server_env: { PARLEY_BACKUP_TO: mkdtempSync(join(tmpdir(), 'parley-e2e-backups-')) },
})

test('an administrator sees the node, runs the checks, and sets who is emailed about alerts', async ({
  browser,
  workspace,
}) => {
  const page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Sunniva', { roles: ['Admin'] }),
  )
  await page.goto('/admin/system')
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'worker' })).toContainText('web')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled({ timeout: 30_000 })
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Recipients').fill('ops@acme.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main')).toContainText('ops@acme.test')
  await page.context().close()
})

test('an administrator schedules backups, and makes one now', async ({ browser, workspace }) => {
  const page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Bente', { roles: ['Admin'] }),
  )
  await page.goto('/admin/system')
  await page.getByRole('button', { name: 'Change schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Back up', { exact: true }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await dialog.getByLabel('Time (UTC)').fill('04:30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Every Sunday at 04:30 UTC')).toBeVisible()

  await page.getByRole('button', { name: 'Back up now' }).click()
  const finished = page.getByRole('region', { name: 'Last backups' }).getByRole('row').nth(1)
  await expect(finished).toContainText('Checked', { timeout: 60_000 })
  expect(await findViolations(page)).toEqual([])

  await page.goto('/admin/teams/activity-log')
  await expect(page.getByRole('main')).toContainText('Bente Agent started a backup')
  await page.context().close()
})
