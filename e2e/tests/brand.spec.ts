import { createConversation } from '@parley/contract/conversations/conversation-verbs'
import { createInbox, updateInbox } from '@parley/contract/inboxes/inbox-writes'
import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

// With more than one inbox, new conversations elsewhere would have to choose.
test.use({ workspace_of: 'brand' })

test('an administrator designs a template and gives an inbox its brand; its customers see it, those of another inbox don’t', async ({
  browser,
  workspace,
}) => {
  const page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Brandy', { roles: ['Admin'] }),
  )
  const lamps = await addInbox(workspace, 'Lamps')
  const hats = await addInbox(workspace, 'Hats')
  await designTemplate(page)
  await giveBrand(page)

  const uuid = await startConversation(workspace, lamps.id, 'lena@customer.test')
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await desk.writeInComposer(page, 'Reply', 'It arrives tomorrow')
  await expect(desk.composer(page).getByRole('region', { name: 'Signature' })).toHaveText(
    'Brandy at Lamps & Co',
  )
  await page.keyboard.press('Control+Enter')
  // An administrator wrote a moment ago.
  await desk.composer(page).getByRole('button', { name: 'Send anyway' }).click()
  const reply = await receive(workspace, 'lena@customer.test', 'It arrives tomorrow')
  expect(reply.html).toContain('bgcolor="#b00020"')
  expect(reply.html).toContain('>Visit Lamps &amp; Co</a>')
  expect(reply.html).toContain('Brandy at Lamps &amp; Co')
  expect(reply.html).toContain('Oak Street 1<br>')
  // mailparser shows an inline part as a data URL where the text refers to it.
  expect(reply.html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="Lamps &amp; Co"/)
  expect(reply.attachments).toMatchObject([{ contentType: 'image/png', related: true }])

  await startConversation(workspace, hats.id, 'hanna@customer.test')
  const plain = await receive(workspace, 'hanna@customer.test', 'Hello from us')
  expect(plain.html).toMatch(/<body><div dir="auto"><p>Hello from us<\/p>/)

  await deleteTemplate(page, workspace, hats.id)
  await page.context().close()
})

const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const addInbox = ({ api, sink }: Workspace, name: string) =>
  api.call(createInbox, {
    body: {
      name,
      from: `${name} <${name.toLowerCase()}@parley.test>`,
      config: { smtp: [{ host: '127.0.0.1', port: sink.port, auth_protocol: 'none', tls_type: 'none' }] },
    },
  })

async function startConversation({ api }: Workspace, inbox_id: number, contact_email: string) {
  const { uuid } = await api.call(createConversation, {
    body: {
      inbox_id,
      contact_email,
      first_name: 'Lena',
      subject: 'Your order',
      content: '<p>Hello from us</p>',
    },
    idempotency_key: contact_email,
  })
  return uuid
}

async function receive({ sink }: Workspace, address: string, text: string) {
  const mail = await sink.waitForMail(
    ({ to, raw }) => to.includes(address) && String(raw).includes(text),
    30_000,
  )
  const { html, attachments } = await simpleParser(mail.raw)
  return { html: String(html), attachments }
}

async function designTemplate(page: Page) {
  await page.goto('/admin/templates')
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByLabel('Name').fill('Letterhead')
  for (const block of ['Coloured bar', 'Button']) {
    await page.getByRole('button', { name: 'Add block' }).click()
    await page.getByRole('menuitem', { name: block }).click()
  }
  const button = page.getByRole('listitem', { name: 'Button' })
  await button.getByLabel('Label').fill('Visit {{ brand.name }}')
  await button.getByLabel('Link').fill('https://shop.test')
  const text = page.getByRole('listitem', { name: 'Text' }).getByRole('textbox', { name: 'Text' })
  await text.press('End')
  await text.pressSequentially(' <3')

  await desk.moveToStart(page, 'Coloured bar', 7)
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Move/ }) })
      .first(),
  ).toContainText('Coloured bar')

  const frame = page.frameLocator('iframe[title=Preview]')
  await expect(frame.getByRole('link', { name: 'Visit Parley' })).toBeVisible()
  await expect(frame.getByText('<3')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(page.locator('iframe[title=Preview]')).toHaveJSProperty('clientWidth', 375)
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(21, 23, 28)')

  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'HTML and Liquid' })).toHaveValue(/&lt;3/)
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(desk.toasts(page).getByText('Template created.')).toBeVisible()
}

async function giveBrand(page: Page) {
  await page.goto('/admin/inboxes')
  await page.getByRole('link', { name: /^Lamps/ }).click()
  await desk.selectOption(page, page.getByLabel('Template'), 'Letterhead')
  await page.getByLabel('Brand name').fill('Lamps & Co')
  await page.getByLabel('Colour', { exact: true }).fill('#b00020')
  await page.getByLabel('Signature').fill('{{ agent.first_name }} at {{ brand.name }}')
  await page.getByLabel('Footer').fill('Oak Street 1\nBerlin')
  await page
    .getByLabel('Upload Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: redPixel })
  const frame = page.frameLocator('iframe[title=Preview]')
  await expect(frame.getByRole('img', { name: 'Lamps & Co' })).toBeVisible()
  await expect(frame.getByText('Brandy at Lamps & Co')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Visit Lamps & Co' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(desk.toasts(page).getByText('Inbox saved.')).toBeVisible()
}

async function deleteTemplate(page: Page, { api }: Workspace, inbox_id: number) {
  await page.goto('/admin/templates')
  const row = page.getByRole('listitem').filter({ hasText: 'Letterhead' })
  await expect(row).toContainText('Used by Lamps')
  await row
    .getByRole('button', { name: /Letterhead/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete template' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 inbox will use the default template')
  await dialog.getByRole('button', { name: 'Delete template' }).click()
  await expect(row).toHaveCount(0)
  const { template_id } = await api.call(updateInbox, {
    params: { id: String(inbox_id) },
    body: { enabled: true },
  })
  expect(template_id).toBeNull()
}
