import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ workspace_of: 'data-and-privacy' })

test('a retention rule is made and counts what it would delete; a contact is erased for everyone', async ({
  browser,
  workspace,
}) => {
  const url = workspace.parley.url
  const admin = await workspace.agent('Ragna', { roles: ['Admin'] })
  const page = await desk.openSignedInPage(browser, url, admin)
  const uuid = await workspace.conversation({ subject: 'Forget me', text: 'Please.', name: 'Ottar Gone' })

  await page.goto('/admin/data')
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByLabel('Name').fill('Spam after a month')
  await page.getByLabel('After this many days').fill('30')
  await page.getByRole('switch', { name: 'Spam' }).click()
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByRole('main')).toContainText('Spam after a month')
  await page.getByRole('button', { name: /^Actions for Spam after a month/ }).click()
  await page.getByRole('menuitem', { name: 'Dry run' }).click()
  await expect(page.getByText('Counting. The result appears in the log below.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // The conversation is open elsewhere while its contact is erased.
  const other = await desk.openSignedInPage(browser, url, await workspace.agent('Sigrun'))
  await other.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(other.getByRole('heading', { level: 2, name: 'Forget me' })).toBeVisible()
  await page.goto('/contacts')
  await page
    .getByRole('link', { name: /Ottar Gone/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase contact' }).click()
  const dialog = page.getByRole('dialog', { name: /Erase Ottar Gone/ })
  await expect(dialog).toContainText('1 conversation')
  const [, address = ''] = /Type (\S+) to confirm/.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('textbox').fill(address)
  await dialog.getByRole('button', { name: 'Erase contact' }).click()
  await expect(page.getByText(/The contact is being erased/)).toBeVisible()
  await expect(desk.conversationRow(other, 'Forget me')).toHaveCount(0, { timeout: 60_000 })
  await page.goto('/admin/data/privacy')
  await expect(page.getByRole('link', { name: 'Download report' })).toBeVisible()
  for (const one of [page, other]) await one.context().close()
})
