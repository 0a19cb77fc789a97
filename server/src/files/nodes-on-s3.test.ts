import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, type Db } from '../db/pool.ts'
import { prepareWorkspace } from '../testing/cluster/prepare-workspace.ts'
import { type FakeS3, startFakeS3 } from '../testing/fake-services/s3/fake-s3.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { temporaryFolder } from './file-store-suite.ts'

const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
/** Uploaded in several parts. */
const largeFile = randomBytes(17 * 1024 * 1024)

type Settings = Record<string, string>

/** The roles of a workspace as two processes that share nothing but the database and S3. */
async function startNodes() {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.stop())
  const ports = await freePorts()
  const DATABASE_URL = await createEmptyDatabase()
  const shared: Settings = { DATABASE_URL, PARLEY_SECRET_KEY: 'k'.repeat(32), ...s3Settings(s3) }
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const web = startProgram('main.ts', { ...shared, ...ports, ROLES: 'web', PARLEY_DATA_DIR: folders[0] })
  await web.waitForOutput(/Parley is ready/)
  const others = { ...shared, ...ports, ROLES: 'worker,mail', PARLEY_DATA_DIR: folders[1] }
  await startProgram('main.ts', others).waitForOutput(/Parley is ready/)
  const db = createDb(createPool(DATABASE_URL, 1))
  onTestFinished(() => db.destroy())
  const workspace = await prepareWorkspace({ database_url: DATABASE_URL }, { agents: 1, smtp_port: 1 })
  const cookie = workspace.cookies[0] ?? ''
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${ports.PORT}${path}`, {
      ...init,
      headers: { cookie, 'x-csrftoken': 'test', ...init.headers },
    })
  return { s3, db, shared, folders, ports, call, web, inbox_address: workspace.inbox_address }
}

const s3Settings = ({ settings: { bucket, endpoint = '', credentials, prefix } }: FakeS3): Settings => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: credentials?.access_key_id ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secret_access_key ?? '',
  S3_PREFIX: prefix,
})

type Nodes = Awaited<ReturnType<typeof startNodes>>

async function sendMail({ ports, inbox_address }: Nodes, subject: string): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: Number(ports.SMTP_RECEIVER_PORT),
    ignoreTLS: true,
  })
  return transport
    .sendMail({
      ...{ from: 'grace@customer.test', to: inbox_address, subject, text: 'See the picture' },
      attachments: [{ filename: 'parcel.png', content: await picture }],
    })
    .then(({ response }) => response)
    .catch(({ response }: { response?: string }) => response ?? 'no response')
    .finally(() => transport.close())
}

async function upload({ call }: Nodes, bytes: Uint8Array): Promise<Response> {
  const body = new FormData()
  body.append('files', new Blob([Buffer.from(bytes)]), 'archive.bin')
  body.append('linked_model', 'messages')
  return call('/api/v1/media', { method: 'POST', body })
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** The attachment of the only email, once it has been filed. */
const findAttachment = (db: Db) =>
  db.selectFrom('media').selectAll().where('filename', '=', 'parcel.png').executeTakeFirst()

async function expectMailReadable({ call, db }: Pick<Nodes, 'call' | 'db'>) {
  const { uuid, content_hash } = (await findAttachment(db)) ?? {}
  const bytes = await picture
  expect(content_hash).toBeDefined()
  expect((await bytesOf(await call(`/uploads/${uuid}`))).equals(bytes)).toBe(true)
  const part = await call(`/uploads/${uuid}`, { headers: { range: 'bytes=10-99' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-99/${bytes.length}`])
  expect(await bytesOf(part)).toEqual(bytes.subarray(10, 100))
  const preview = await call(`/uploads/thumb_${uuid}`)
  expect(preview.status).toBe(200)
  expect((await sharp(await bytesOf(preview)).metadata()).format).toBe('png')
  const { id } = await db.selectFrom('mail_deliveries').select('id').executeTakeFirstOrThrow()
  expect(await (await call(`/api/v1/email/deliveries/${id}/raw`)).text()).toContain('Subject: Where is it?')
}

test('nodes that share only a database and S3 serve one workspace, also after S3 was down', async () => {
  const nodes = await startNodes()
  const { s3, db, call, folders } = nodes
  expect(await sendMail(nodes, 'Where is it?')).toMatch(/^250/)
  await expect.poll(() => findAttachment(db)).toBeDefined()
  await expectMailReadable(nodes)
  const uploaded = await upload(nodes, largeFile)
  expect(uploaded.status).toBe(200)
  const { data } = (await uploaded.json()) as { data: { uuid: string } }
  const download = () => call(`/uploads/${data.uuid}`)
  expect((await bytesOf(await download())).equals(largeFile)).toBe(true)
  expect(s3.uploads.size).toBe(0)
  for (const folder of folders) expect(existsSync(join(folder, 'files'))).toBe(false)
  const health = await call('/health/ready')
  expect(await health.text()).toContain('S3 is responding')

  await s3.stop()
  expect(await sendMail(nodes, 'While it is down')).toMatch(/^451 4\.3\.0/)
  expect((await upload(nodes, Buffer.from('while it is down'))).status).toBe(503)
  const refused = await download()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '15'])
  const { id } = await db.selectFrom('mail_deliveries').select('id').executeTakeFirstOrThrow()
  expect((await call(`/api/v1/email/deliveries/${id}/raw`)).status).toBe(503)
  expect((await call(`/api/v1/email/deliveries/${id}/headers`)).status).toBe(503)

  await s3.start()
  expect(await sendMail(nodes, 'While it is down')).toMatch(/^250/)
  expect((await upload(nodes, Buffer.from('up again'))).status).toBe(200)
  expect((await bytesOf(await download())).equals(largeFile)).toBe(true)
  await expectMailReadable(nodes)
  const received = await db.selectFrom('mail_deliveries').select('id').execute()
  expect(received, 'nothing acknowledged is missing, nothing refused is there').toHaveLength(2)
}, 180_000)

test('a workspace is moved from S3 into a folder while it is running', async () => {
  const nodes = await startNodes()
  const { db, shared, ports, web } = nodes
  expect(await sendMail(nodes, 'Where is it?')).toMatch(/^250/)
  await expect.poll(() => findAttachment(db)).toBeDefined()
  const PARLEY_FILES_DIR = join(temporaryFolder(), 'shared')
  const copy = async () => {
    const settings = { ...shared, PARLEY_DATA_DIR: temporaryFolder(), PARLEY_FILES_DIR }
    const command = startProgram('admin.ts', settings, ['copy-files', '--from', 's3'])
    const code = await command.exited
    // What takes seconds reports its progress before it.
    return { code, output: command.output().trim().split('\n').at(-1) }
  }
  expect(await copy()).toEqual({
    code: 0,
    output: expect.stringMatching(/^Copied 2 files \([\d.]+ MB\) into \S+shared; 0 files already there\.$/),
  })
  expect((await copy()).output).toMatch(/^Copied 0 files .*; 2 files already there\.$/)
  web.child.kill('SIGTERM')
  expect(await web.exited).toBe(0)
  const { DATABASE_URL = '', PARLEY_SECRET_KEY = '' } = shared
  const settings = { DATABASE_URL, PARLEY_SECRET_KEY, PARLEY_FILES_DIR, ...ports, ROLES: 'web' }
  const moved = startProgram('main.ts', { ...settings, PARLEY_DATA_DIR: temporaryFolder() })
  await moved.waitForOutput(/Parley is ready/)
  await nodes.s3.stop()
  await expectMailReadable(nodes)
}, 180_000)
