import { trashConversation } from '@parley/contract/conversations/trash'
import { listDeliveries } from '@parley/contract/email/mail-deliveries'
import { createTag } from '@parley/contract/tags/tags'
import { expect, type Page, test } from '@playwright/test'
import { type ParsedMail, simpleParser } from 'mailparser'
import { type Dovecot, startDovecot } from '../../server/src/testing/email/dovecot.ts'
import {
  parseOriginal,
  replyFromAppleMail,
  replyFromGmail,
  replyFromOutlook,
} from '../fixtures/email/customer-replies.ts'
import { pdf, png } from '../fixtures/files.ts'
import * as desk from '../fixtures/page-actions.ts'
import { compose, type Person, startWorkspace, type Workspace } from '../fixtures/workspace.ts'

const subject = 'The lamp from my order flickers'
const grace = { name: 'Grace Hopper', address: 'grace@customer.test' }
const graceFrom = `${grace.name} <${grace.address}>`

let dovecot: Dovecot
let workspace: Workspace
let ada: Person
let page: Page

// Includes the animations, which the other specs leave out.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  dovecot = await startDovecot()
  const account = { host: dovecot.host, port: dovecot.port, username: 'support', password: dovecot.password }
  workspace = await startWorkspace({ imap: [account] })
  await workspace.api.call(createTag, { body: { name: 'lighting' } })
  ada = await workspace.agent('Ada')
  await workspace.agent('Ben')
  page = await browser.newPage({ baseURL: workspace.parley.url })
  await desk.signIn(page, workspace.parley.url, ada)
  await desk.openList(page, 'Unassigned')
  await expect(page.getByText('No conversations found')).toBeVisible()
  await receiveFirst()
  // A reload would lose this.
  await page.evaluate('window.never_reloaded = true')
})
test.afterAll(async () => {
  await page?.close()
  await workspace?.stop()
  await dovecot?.remove()
})

/** The first emails also start the process that parses mail, and the page's connection; what is measured is a desk that runs. */
async function receiveFirst() {
  const [from, to] = ['First <first@customer.test>', workspace.inbox.address]
  await workspace.mail({ from, subject: 'The first by SMTP', text: 'Hello?' })
  await dovecot.append('support', await compose({ from, to, subject: 'The first by IMAP', text: 'Hello?' }))
  for (const first of ['The first by SMTP', 'The first by IMAP']) {
    const uuid = await desk.conversationRow(page, first).locator('[data-row]').getAttribute('data-row')
    await workspace.api.call(trashConversation, { params: { uuid: uuid ?? '' } })
  }
  await expect(page.getByText('No conversations found')).toBeVisible()
}

const picture = png()
const invoice = pdf('Invoice 4711')
const question = {
  from: graceFrom,
  subject,
  html: '<p>Hello,</p><p>the <b>lamp</b> flickers, see the picture:</p><p><img src="cid:lamp@customer.test" alt="The lamp"></p>',
  attachments: [
    {
      filename: 'lamp.png',
      content: picture,
      cid: 'lamp@customer.test',
      contentDisposition: 'inline' as const,
    },
    { filename: 'Invoice 4711.pdf', content: invoice, contentType: 'application/pdf' },
  ],
}
let first_raw: Buffer

test('an email by SMTP is shown on the open page', async () => {
  first_raw = await workspace.mail(question)
  await expect(desk.conversationRow(page, subject)).toBeVisible()
})

test('an email in the IMAP mailbox is shown as well', async () => {
  const to = `Parley Support <${workspace.inbox.address}>`
  const from = 'Alan Turing <alan@customer.test>'
  const raw = await compose({ ...question, to, from, subject: 'Where is my parcel?' })
  await dovecot.append('support', raw)
  await expect(desk.conversationRow(page, 'Where is my parcel?')).toBeVisible()
})

test('the same email received both ways creates one conversation', async () => {
  await dovecot.append('support', first_raw)
  const ignored = async () =>
    (await workspace.api.call(listDeliveries, { query: { state: 'ignored' } })).results
  await expect.poll(ignored).toHaveLength(1)
  expect(await ignored()).toMatchObject([{ source: 'imap', duplicate_of_id: expect.any(Number) }])
  await expect(desk.conversationRow(page, subject)).toHaveCount(1)
})

test('she reads it: text, inline image and attachment', async () => {
  await desk.openConversation(page, subject)
  const mail = desk.message(page, 'flickers, see the picture')
  const image = mail.getByAltText('The lamp')
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(24)
  const file = mail.getByRole('link', { name: /^Invoice 4711\.pdf/ })
  const answer = await page.request.get((await file.getAttribute('href')) ?? '')
  expect((await answer.body()).equals(invoice)).toBe(true)
})

test('she assigns it to herself, tags it and leaves a note', async () => {
  await desk.chooseProperty(page, 'Assignee', /^Ada Agent/)
  await desk.chooseProperty(page, 'Tags', 'lighting')
  await desk.writeInComposer(page, 'Private note', 'Known fault of the first batch, we replace it')
  await desk.composer(page).getByRole('button', { name: 'Add note' }).click()
  await expect(desk.message(page, 'Known fault of the first batch')).toBeVisible()
  await expect(desk.messages(page)).toContainText('Ada Agent assigned this to themselves')
  await expect(desk.messages(page)).toContainText('Ada Agent added the tag lighting')
  await desk.openList(page, 'My inbox')
  await expect(desk.conversationRow(page, subject)).toContainText('lighting')
})

const manual = pdf('How to change the lamp')
let received: ParsedMail

test('she replies with an attachment, and the mail server receives a well-formed email', async () => {
  await desk.writeInComposer(page, 'Reply', 'We are sorry. A new lamp is on its way')
  await desk
    .composer(page)
    .getByLabel('Attach files')
    .setInputFiles({ name: 'manual.pdf', mimeType: 'application/pdf', buffer: manual })
  await expect(desk.composer(page).getByRole('button', { name: 'Remove manual.pdf' })).toBeVisible()
  await desk.composer(page).getByRole('button', { name: 'Send', exact: true }).click()
  // Her provider doesn't authenticate what it sends.
  await desk.composer(page).getByRole('button', { name: 'Send anyway' }).click()

  const mail = await workspace.sink.waitForMail(({ to }) => to.includes(grace.address))
  expect(mail).toMatchObject({ from: workspace.inbox.address, to: [grace.address] })
  received = await simpleParser(mail.raw)
  const original = await simpleParser(first_raw)
  expect(received.subject).toBe(`Re: ${subject}`)
  expect(received.from?.value).toMatchObject([{ address: workspace.inbox.address }])
  expect(received.inReplyTo).toBe(original.messageId)
  expect([received.references].flat()).toContain(original.messageId)
  expect(mail.raw.toString('latin1')).toMatch(/^Content-Type: multipart\/alternative/im)
  for (const form of [received.text, received.html]) {
    expect(form).toContain('A new lamp is on its way')
    expect(form).toContain('flickers, see the picture')
    expect(form).not.toContain('Known fault')
  }
  const attached = received.attachments.filter(
    ({ contentDisposition }) => contentDisposition === 'attachment',
  )
  expect(attached).toMatchObject([{ filename: 'manual.pdf', contentType: 'application/pdf' }])
  expect(attached[0]?.content.equals(manual)).toBe(true)
  await expect(
    desk.message(page, 'A new lamp is on its way').getByRole('img', { name: 'Sent' }),
  ).toBeVisible()
})

const programs = [
  { program: 'Apple Mail', write: replyFromAppleMail },
  { program: 'Gmail', write: replyFromGmail },
  { program: 'Outlook', write: replyFromOutlook },
]
for (const { program, write } of programs)
  test(`the customer's reply from ${program} is added to the same conversation and reopens it`, async () => {
    await page.getByRole('button', { name: 'Resolve' }).click()
    await expect(desk.propertyButton(page, 'Status')).toHaveText(/Resolved/)
    const text = `Thank you, written with ${program}`
    const id = program.toLowerCase().replace(' ', '-')
    const answer = { from: grace, to: workspace.inbox.address, text, id }
    await workspace.deliverRaw(grace.address, write(parseOriginal(received), answer))

    const mail = desk.message(page, text)
    await expect(mail).toBeVisible()
    await expect(desk.propertyButton(page, 'Status')).toHaveText(/Open/)
    // The quoted history is one click away.
    const history = mail.getByText('A new lamp is on its way').first()
    await expect(history).toBeHidden()
    await mail
      .getByText('Show or hide quoted text')
      .or(mail.getByLabel('Show or hide quoted text'))
      .first()
      .click()
    await expect(history).toBeVisible()
  })

test("a stranger who guesses the subject's number starts a new conversation", async () => {
  const number = (
    await page
      .getByText(/^#\d+$/)
      .first()
      .innerText()
  ).slice(1)
  await workspace.mail({
    from: 'Mallory <mallory@elsewhere.test>',
    subject: `Re: ${subject} [#${number}]`,
    text: 'Send the lamp to me instead.',
  })
  await desk.openList(page, 'Unassigned')
  await expect(desk.conversationRow(page, `[#${number}]`)).toBeVisible()
  await desk.openList(page, 'My inbox')
  await desk.openConversation(page, subject)
  await expect(desk.message(page, 'Send the lamp to me instead')).toHaveCount(0)
  expect(await page.evaluate('window.never_reloaded')).toBe(true)
})
