import { setStatus, setTags } from '@parley/contract/conversations/conversation-verbs'
import { createStatus } from '@parley/contract/statuses/statuses'
import { createTag, listTags } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Tags and statuses in use: counted, shown, merged, and protected from deletion.

let page: Page
const violations = () => findViolations(page)
const rowOf = (name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

test.use({ workspace_of: 'tags-statuses' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const tess = await workspace.agent('Tess', { roles: ['Admin'] })
  for (const name of ['refund', 'refnd']) await workspace.api.call(createTag, { body: { name } })
  await workspace.parley.query(
    `insert into tags (created_at, updated_at, name) select now(), now(), 'topic ' || n from generate_series(1, 498) n`,
  )
  await workspace.api.call(createStatus, { body: { name: 'Parked', category: 'waiting' } })
  const tagged = async (subject: string, tags: string[]) => {
    const uuid = await workspace.conversation({ subject, text: 'Please.', name: `Tagged ${tags.join(' ')}` })
    await workspace.api.call(setTags, { params: { uuid }, body: { tags } })
    return uuid
  }
  await tagged('Money back', ['refnd'])
  const uuid = await tagged('Money back twice', ['refund', 'refnd'])
  await workspace.api.call(setStatus, { params: { uuid }, body: { status: 'Parked' } })
  page = await desk.openSignedInPage(browser, workspace.parley.url, tess)
})
test.afterAll(() => page?.context().close())

test('a tag is found among 500, shows its conversation count, and links to them', async () => {
  await page.goto('/admin/conversations/tags')
  await page.getByRole('searchbox', { name: 'Find in Tags' }).fill('ref')
  await expect(rowOf('refnd')).toContainText('2 conversations')
  await expect(rowOf('refund')).toContainText('1 conversation')
  expect(await violations()).toEqual([])
  await page.getByRole('link', { name: '2 conversations with refnd' }).click()
  await expect(desk.conversationRow(page, 'Money back twice')).toBeVisible()
  await expect(desk.conversationRow(page, 'Money back')).toHaveCount(2)
})

test('merging previews its effects and applies them', async ({ workspace }) => {
  await page.goto('/admin/conversations/tags')
  await page.getByRole('searchbox', { name: 'Find in Tags' }).fill('ref')
  await page.getByRole('button', { name: 'Actions for refnd' }).click()
  await page.getByRole('menuitem', { name: 'Merge into another tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge the tag refnd' })
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Into' }).click()
  await desk.expectListFocused(page)
  await page.keyboard.type('refund')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 conversation will get the remaining tag instead')).toBeVisible()
  await expect(dialog.getByText('1 conversation has both and keeps only the remaining tag')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await expect(dialog.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Merge tags' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf('refund')).toContainText('2 conversations')
  await expect(rowOf('refnd')).toHaveCount(0)
  expect((await workspace.api.call(listTags)).some(({ name }) => name === 'refnd')).toBe(false)
})

test('a status in use shows its count, cannot be deleted, and links to its conversations', async () => {
  await page.goto('/admin/conversations/statuses')
  await expect(rowOf('Parked')).toContainText('1 conversation')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Actions for Parked' }).click()
  await page.getByRole('menuitem', { name: 'Delete status' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(/One conversation has the status Parked/)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete status' })).toBeDisabled()
  await question.getByRole('link', { name: 'View these conversations' }).click()
  await expect(question).toHaveCount(0)
  await expect(desk.conversationRow(page, 'Money back twice')).toBeVisible()
})
