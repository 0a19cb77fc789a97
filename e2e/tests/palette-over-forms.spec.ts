import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Escape closes the topmost layer: first the palette, then the form below it, and nothing typed is lost.

let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Polly'))
})
test.afterAll(() => page.context().close())

const palette = () => page.getByRole('dialog', { name: 'Commands' })

/** Opens and closes the palette, as the first one of this page and later ones, with and without text in it. */
async function expectPaletteKeepsForm(
  form: ReturnType<Page['getByRole']>,
  field: ReturnType<Page['getByLabel']>,
  text: string,
) {
  for (const typed of ['', 'snooze', '', 'inbox']) {
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeVisible()
    if (typed) await palette().getByRole('combobox').pressSequentially(typed)
    await page.keyboard.press('Escape')
    await expect(palette()).toHaveCount(0)
    await expect(form).toBeVisible()
    await expect(field).toHaveValue(text)
    await expect(field, 'it has the focus again').toBeFocused()
  }
}

test('over a new conversation', async () => {
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'New conversation' })
  await form.getByLabel('Subject').fill('Half a subject')
  await expectPaletteKeepsForm(form, form.getByLabel('Subject'), 'Half a subject')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('over the text of a new conversation, which keeps what was typed', async () => {
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'New conversation' })
  const text = form.getByRole('textbox', { name: 'Message' })
  await text.click()
  await text.pressSequentially('Dear customer')
  for (let time = 0; time < 3; time++) {
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette()).toHaveCount(0)
    await expect(text).toHaveText('Dear customer')
  }
})

test('over a view', async () => {
  await page.goto('/inboxes/all')
  await page.getByRole('button', { name: 'New view' }).click()
  const form = page.getByRole('dialog', { name: 'New view' })
  await form.getByLabel('Name').fill('Half a view')
  await expectPaletteKeepsForm(form, form.getByLabel('Name'), 'Half a view')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})
