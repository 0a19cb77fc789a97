import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { expireExports, runExport } from './contact-exports.ts'
import { fileEntryName } from './entry-names.ts'
import { streamContactExport } from './write-export.ts'

let t: TestApp
let mail: TestMail
let browser: Awaited<ReturnType<TestApp['as']>>
const inbox = 'support@acme.test'
const day = 86_400_000

beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox(inbox)
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const withFile = (from: string) =>
  [
    `From: Ada Export <${from}>`,
    `To: ${inbox}`,
    'Subject: My <order>',
    `Message-ID: <export@${from}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Here is the form',
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="../form.txt"',
    '',
    'The content of the form',
    '--b--',
    '',
  ].join('\n')

async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  })
  const files = new Map<string, string>()
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        files.set(entry.fileName, Buffer.concat(chunks).toString())
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
}

const download = (id: number, as = browser) =>
  t.app.inject({
    url: `/api/v1/privacy/exports/${id}/file`,
    headers: { cookie: `parley_session=${as.token}` },
  })

async function makeExport(contact_id: number) {
  const { status, body } = await browser.post(`/api/v1/contacts/${contact_id}/export`)
  expect([status, body.data?.state]).toEqual([200, 'running'])
  await runExport(t, body.data.id)
  return body.data.id as number
}

test('an export has the contact, its conversations, original emails and files, and a page to read', async () => {
  const { conversation_id, id: delivery_id } = await mail.receive(
    withFile('ada@export.test'),
    inbox,
    'ada@export.test',
  )
  const c = await mail.conversation(conversation_id)
  await browser.post(`/api/v1/contacts/${c.contact_id}/notes`, { note: '<p>Likes tea</p>' })
  const other = await mail.receive(
    mail.compose({ to: `${inbox}, ada@export.test`, id: 'theirs@x.test', text: 'To Ada as well' }),
    inbox,
  )
  await browser.post(
    `/api/v1/conversations/${(await mail.conversation(other.conversation_id)).uuid}/messages`,
    {
      ...{ message: '<p>Only for Grace</p>', to: ['grace@customer.test'] },
    },
  )
  await mail.receive(
    mail.compose({
      from: 'Ada <ada@export.test>',
      to: inbox,
      text: 'Ada answers',
      headers: { References: '<theirs@x.test>' },
    }),
    inbox,
    'ada@export.test',
  )

  const id = await makeExport(c.contact_id)
  const response = await download(id)
  expect(response.headers['content-type']).toBe('application/zip')
  const files = await readZip(response.rawPayload)
  expect(JSON.parse(files.get('contact.json') ?? '')).toMatchObject({
    email: 'ada@export.test',
    notes: [{ note: '<p>Likes tea</p>' }],
  })
  const conversation = JSON.parse(files.get(`conversations/${c.reference_number}.json`) ?? '')
  expect(conversation.messages[0]).toMatchObject({ type: 'incoming', text_content: 'Here is the form' })
  expect(files.get(`mail/${delivery_id}.eml`)).toContain('Message-ID: <export@ada@export.test>')
  const form = [...files].find(([name]) => name.endsWith('/form.txt'))
  expect(form?.[0]).toMatch(/^files\/[0-9a-f-]{36}\/form\.txt$/)
  expect(form?.[1]).toContain('The content of the form')
  const page = files.get('index.html') ?? ''
  for (const text of ['My &lt;order&gt;', 'Here is the form', 'Likes tea', 'Ada answers', 'To Ada as well'])
    expect(page).toContain(text)
  expect([...files.values()].join()).not.toContain('Only for Grace')
})

test('a file name from an email stays in its folder', () => {
  expect(fileEntryName({ uuid: 'u', filename: '../../etc/pass\u202ewd' })).toBe('files/u/__.._etc_pass_wd')
  expect(fileEntryName({ uuid: 'u', filename: '' })).toBe('files/u/file')
})

test('only the requester can download an export, for seven days, and each download is logged', async () => {
  const id = await makeExport((await t.make.conversation()).contact_id)
  const colleague = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect((await download(id, colleague)).statusCode).toBe(404)
  t.clock.advance(7 * day - 1_000)
  expect((await download(id)).statusCode).toBe(200)
  const filters = JSON.stringify([
    { field: 'target_model_type', operator: 'equals', value: 'contact_export' },
  ])
  const log = (await browser.get(`/api/v1/activity-logs?filters=${encodeURIComponent(filters)}`)).body.data
    .results
  const types = log
    .filter((entry: { target_model_id: number }) => entry.target_model_id === id)
    .map((entry: { activity_type: string }) => entry.activity_type)
  expect(types).toEqual(['contact_export.downloaded', 'contact_export.ready', 'contact_export.requested'])

  const { content_hash } = await t.db
    .selectFrom('contact_exports')
    .select('content_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  t.clock.advance(1_000)
  expect((await download(id)).statusCode).toBe(409)
  await expireExports(t)
  const [listed] = (await browser.get('/api/v1/privacy/exports')).body.data
  expect(listed).toMatchObject({ id, state: 'expired' })
  expect(content_hash).not.toBeNull()
})

test('a file that is missing is named in the export, and an export that fails says why', async () => {
  const { conversation_id, raw_hash } = await mail.receive(
    withFile('miss@export.test'),
    inbox,
    'miss@export.test',
  )
  const { contact_id } = await mail.conversation(conversation_id)
  await t.files.mail.remove(raw_hash, '.zst', 0)
  const files = await readZip((await download(await makeExport(contact_id))).rawPayload)
  expect([...files].find(([name]) => name.startsWith('mail/'))?.[1]).toContain('no longer in the storage')

  const { body } = await browser.post(`/api/v1/contacts/${contact_id}/export`)
  const broken = { ...t.files.media, stream: () => Promise.reject(new Error('The disk is broken')) }
  await runExport({ ...t, files: { ...t.files, media: broken } }, body.data.id)
  expect((await browser.get('/api/v1/privacy/exports')).body.data[0]).toMatchObject({
    state: 'failed',
    failure: 'The disk is broken',
  })
  expect((await download(body.data.id)).statusCode).toBe(409)
})

test('an export that fails before it is read passes the error on to its reader', async () => {
  const { conversation_id } = await mail.receive(withFile('early@export.test'), inbox, 'early@export.test')
  const { contact_id } = await mail.conversation(conversation_id)
  const failed = Promise.withResolvers<void>()
  const stream = async () => {
    failed.resolve()
    throw new Error('The disk is broken')
  }
  const output = await streamContactExport(
    { db: t.db, files: { ...t.files, media: { ...t.files.media, stream } } },
    contact_id,
  )
  await failed.promise
  await new Promise((resolve) => setImmediate(resolve))
  await expect(output.toArray()).rejects.toThrow('The disk is broken')
})
