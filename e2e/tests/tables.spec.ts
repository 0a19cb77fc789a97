import type { Locator, Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Tables pasted into a reply keep their rows and cells, all the way to the customer's mail client.

/** Shortened clipboard content of each program. */
const pasted: Record<string, { html: string; rows: string[][] }> = {
  Excel: {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>td{mso-number-format:General}</style></head><body>
      <!--StartFragment--><table border=0 cellpadding=0 width=128 style='border-collapse:collapse'><col width=64 span=2>
      <tr height=20><td height=20 class=xl65 width=64>Item</td><td width=64>Price</td></tr>
      <tr height=20><td>Lamp</td><td align=right>20</td></tr>
      <![if supportMisalignedColumns]><tr height=0 style='display:none'><td width=64></td><td width=64></td></tr><![endif]></table><!--EndFragment--></body></html>`,
    rows: [
      ['Item', 'Price'],
      ['Lamp', '20'],
    ],
  },
  'Google Sheets': {
    html: `<meta charset='utf-8'><google-sheets-html-origin><style>td {border: 1px solid #ccc}</style><table xmlns="http://www.w3.org/1999/xhtml" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;">Cell A</td><td>Cell B</td></tr><tr><td colspan="2">Both</td></tr></tbody></table>`,
    rows: [['Cell A', 'Cell B'], ['Both']],
  },
  Word: {
    html: `<html><body><p class=MsoNormal>Prices<o:p></o:p></p><table class=MsoTableGrid border=1 style='mso-border-alt:solid windowtext .5pt'><tr><td width=301 valign=top style='border:solid windowtext 1.0pt'><p class=MsoNormal style='margin-bottom:0cm'>Chair<o:p></o:p></p></td><td><p class=MsoNormal><b>45</b><o:p></o:p></p></td></tr></table></body></html>`,
    rows: [['Chair', '45']],
  },
  'a web page': {
    html: `<table role="presentation"><tr><td><table><thead><tr><th>Size</th><th>Stock</th></tr></thead><tbody><tr><td>S</td><td></td></tr></tbody></table></td></tr></table>`,
    rows: [
      ['Size', 'Stock'],
      ['S', ''],
    ],
  },
}

let page: Page
let uuid: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Tabea'))
  uuid = await workspace.conversation({ subject: 'What does it cost?', text: 'Prices please', name: 'Tilda' })
})
test.afterAll(() => page.context().close())
test.beforeEach(async () => {
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(page.getByRole('heading', { level: 2, name: 'What does it cost?' })).toBeVisible()
})

/** Until it has loaded, a plain text field receives the keys. */
const editor = (name: string) =>
  desk.composer(page).getByRole('textbox', { name }).and(page.locator('[contenteditable]'))

async function paste(name: string, html: string) {
  await editor(name).click()
  await desk.paste(page, html)
}

/** The text of each cell, row by row. */
const cells = (within: Locator) =>
  within
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))

for (const [program, { html, rows }] of Object.entries(pasted))
  test(`a table from ${program} keeps its rows and cells`, async () => {
    await desk.composer(page).getByRole('tab', { name: 'Reply' }).click()
    await paste('Reply', html)
    expect(await cells(editor('Reply'))).toEqual(rows)
    await editor('Reply').press('Control+a')
    await editor('Reply').press('Backspace')
    await expect(editor('Reply').locator('table')).toHaveCount(0)
  })

test('a single cell becomes plain text', async () => {
  await paste('Reply', '<table><tr><td>Only this</td></tr></table>')
  await expect(editor('Reply')).toHaveText('Only this')
  await expect(editor('Reply').locator('table')).toHaveCount(0)
  await editor('Reply').press('Control+a')
  await editor('Reply').press('Backspace')
})

test('a reply is sent with a table that mail clients can show, and with rows in its plain text', async ({
  workspace,
}) => {
  await editor('Reply').click()
  await editor('Reply').pressSequentially('Here you are:')
  await editor('Reply').press('Enter')
  await paste('Reply', pasted.Excel?.html ?? '')
  await editor('Reply').press('Control+Enter')
  const sent = desk.message(page, 'Here you are:')
  await expect(sent.getByRole('cell')).toHaveText(['Item', 'Price', 'Lamp', '20'])
  await expect(sent.getByRole('cell').first()).toHaveCSS('border-top-width', '1px')

  const mail = await simpleParser(
    (await workspace.sink.waitForMail(({ to }) => to.includes('tilda@customer.test'))).raw,
  )
  expect(mail.text).toContain('Item | Price\nLamp | 20')
  expect(mail.html).toMatch(/<td style="[^"]*border:1px solid[^"]*"><p style="margin:0">Item<\/p><\/td>/)
  expect(mail.html).toMatch(/<td style="[^"]*text-align:right[^"]*">/)
})

test('a note keeps a table as well, also after a reload', async () => {
  await desk.composer(page).getByRole('tab', { name: 'Private note' }).click()
  await paste('Private note', pasted['Google Sheets']?.html ?? '')
  await editor('Private note').press('Control+Enter')
  const note = desk.messages(page).getByRole('article', { name: /^Private note/ })
  await expect(note.getByRole('cell')).toHaveText(['Cell A', 'Cell B', 'Both'])
  await page.reload()
  await expect(note.getByRole('cell')).toHaveText(['Cell A', 'Cell B', 'Both'])
})

test('a new conversation can contain one', async ({ workspace }) => {
  await page.keyboard.press('Escape')
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByLabel('Contact email').fill('tom@customer.test')
  await dialog.getByLabel('First name').fill('Tom')
  await dialog.getByLabel('Subject').fill('Our offer')
  const text = dialog.getByRole('textbox', { name: 'Message' })
  await text.click()
  await desk.paste(page, pasted.Word?.html ?? '')
  expect(await cells(text)).toEqual([['Chair', '45']])
  await text.press('Control+Enter')
  await expect(desk.messages(page).getByRole('cell')).toHaveText(['Chair', '45'])
  await workspace.sink.waitForMail(({ to }) => to.includes('tom@customer.test'))
})
