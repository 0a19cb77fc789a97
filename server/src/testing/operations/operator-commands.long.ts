import { createHmac } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { CheckResult } from '@parley/contract/system/system-findings'
import { expect, onTestFinished, test } from 'vitest'
import { storedPath } from '../../files/file-store.ts'
import { startFakeS3 } from '../fake-services/s3/fake-s3.ts'
import { startWebhookReceiver } from '../fake-services/webhook-receiver.ts'
import { createTestFolder, queryRows } from '../processes/embedded-release.ts'
import { freePorts } from '../processes/free-ports.ts'
import { createEmptyDatabase } from '../processes/server-process.ts'
import { call, type Desk, post, receive, startWorkspace } from './desk.ts'
import { repository } from './document.ts'
import {
  runDocumented,
  runDocumentedStatement,
  startDocumented,
  startDocumentedServer,
} from './documented-commands.ts'

const minutes = 60_000
const day = 86_400_000

/** A webhook with a secret, and whether the server can still sign with it. */
async function addWebhook(desk: Desk) {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const secret = 'as agreed with the other system'
  const webhook = { name: 'Shop', url: receiver.url, events: ['conversation.created'] }
  const { id } = await post<{ id: number }>(desk, '/webhooks', { ...webhook, secret })
  return async () => {
    await post(desk, '/webhooks/test', { id, url: receiver.url })
    const { headers, body = '' } = receiver.received.at(-1) ?? {}
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return headers?.['x-parley-signature'] === `sha256=${signature}`
  }
}

test(
  'stored secrets are encrypted under a new key, and then the earlier one can be removed',
  async () => {
    const { env, server, desk } = await startWorkspace({ PARLEY_WEBHOOK_ALLOW: '127.0.0.1' })
    const canSign = await addWebhook(desk)
    expect(await canSign()).toBe(true)
    const path = join(env.PARLEY_DATA_DIR, 'secret.key')
    const key = readFileSync(path, 'utf8').trim()

    await runDocumented('npm run admin -- add-key', { env })
    const [added, ...earlier] = readFileSync(path, 'utf8').trim().split('\n')
    expect(earlier).toEqual([key])
    await server.stop()
    const restarted = await startDocumentedServer('npm start', { env })
    expect(await canSign(), 'encrypted under the earlier key').toBe(true)
    const rotated = await runDocumented('npm run admin -- rotate-key', { env })
    expect(rotated).toMatch(/stored secrets? (is|are) under the newest key now/)

    await restarted.stop()
    writeFileSync(path, `${added}\n`)
    await startDocumentedServer('npm start', { env })
    expect(await canSign()).toBe(true)
  },
  5 * minutes,
)

test(
  'unused files are counted, and then removed',
  async () => {
    const { env, desk } = await startWorkspace()
    await receive(desk, 'question', [])
    const files = join(env.PARLEY_DATA_DIR, 'files')
    const unused = join(files, 'media', storedPath(Buffer.alloc(32, 7)))
    mkdirSync(dirname(unused), { recursive: true })
    writeFileSync(unused, 'of an upload that was interrupted')
    const used = globSync('mail/*/*/*', { cwd: files })
    const old = new Date(Date.now() - 2 * day)
    for (const path of [unused, ...used.map((name) => join(files, name))]) utimesSync(path, old, old)

    const planned = await runDocumented('npm run admin -- remove-unused-files --dry-run', { env })
    expect(planned).toContain('Would remove 1 of 2 files')
    expect(existsSync(unused)).toBe(true)
    expect(await runDocumented('npm run admin -- remove-unused-files', { env })).toContain(
      'Removed 1 of 2 files',
    )
    expect(existsSync(unused)).toBe(false)
    expect(globSync('mail/*/*/*', { cwd: files })).toEqual(used)
  },
  5 * minutes,
)

test(
  'files move into S3 while the server is running, and back',
  async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const { folder, env, server, desk, database_url } = await startWorkspace()
    const subjects: string[] = []
    const content = 'what is in the parcel'
    const parcel = { attachments: [{ filename: 'parcel.txt', content }] }
    await receive(desk, 'before', subjects, parcel)
    const [file] = await queryRows<{ uuid: string }>(database_url, 'select uuid from media')
    const readFile = async () => (await call(desk, `/uploads/${file?.uuid}`)).text()
    const service = {
      S3_ENDPOINT: s3.settings.endpoint ?? '',
      S3_ACCESS_KEY_ID: s3.settings.credentials?.access_key_id ?? '',
      S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secret_access_key ?? '',
    }
    const copy = () =>
      runDocumented(
        'S3_BUCKET=parley-files S3_REGION=eu-central-1 npm run admin -- copy-files --from local',
        {
          env: { ...env, ...service },
          replacements: { 'parley-files': s3.settings.bucket, 'eu-central-1': s3.settings.region },
        },
      )
    // The email and its attachment.
    expect(await copy()).toMatch(/Copied 2 files .*; 0 files already there/)
    await receive(desk, 'meanwhile', subjects)
    await server.stop()
    expect(await copy()).toMatch(/Copied 1 file .*; 2 files already there/)

    const files = join(env.PARLEY_DATA_DIR, 'files')
    renameSync(files, join(folder, 'old'))
    const inS3 = { ...env, ...service, S3_BUCKET: s3.settings.bucket, S3_REGION: s3.settings.region }
    const moved = await startDocumentedServer('npm start', { env: inS3 })
    expect(await readFile()).toBe(content)
    expect(existsSync(files)).toBe(false)

    await moved.stop()
    const back = await runDocumented('npm run admin -- copy-files --from s3', { env: inS3 })
    expect(back).toMatch(/Copied 3 files .*; 0 files already there/)
    await s3.stop()
    await startDocumentedServer('npm start', { env })
    expect(await readFile()).toBe(content)
    await s3.start()
  },
  5 * minutes,
)

test(
  'an export has tables, emails and files that other programs can read',
  async () => {
    const { folder, env, desk } = await startWorkspace()
    await receive(desk, 'question', [], {
      attachments: [{ filename: 'parcel.txt', content: 'in the parcel' }],
    })
    const target = join(folder, 'export')
    await runDocumented('npm run export -- /exports/2026-11-28', {
      env,
      replacements: { '/exports/2026-11-28': target },
    })
    const readRows = (table: string): Record<string, unknown>[] =>
      readFileSync(join(target, `tables/${table}.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(readRows('conversations')).toMatchObject([{ subject: 'question' }])
    expect(readRows('messages')[0]?.conversation_id).toBe(readRows('conversations')[0]?.id)
    const [email = ''] = globSync('emails/????-??/*.eml', { cwd: target })
    expect(readFileSync(join(target, email), 'utf8')).toContain('Subject: question')
    const [file = ''] = globSync('files/*/parcel.txt', { cwd: target })
    expect(readFileSync(join(target, file), 'utf8')).toBe('in the parcel')
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('conversations')
  },
  5 * minutes,
)

test(
  'doctor says what is wrong, and the statements that it names correct it',
  async () => {
    const DATABASE_URL = await createEmptyDatabase(
      `template template0 locale_provider icu icu_locale 'en-US'`,
    )
    const env = { ...(await freePorts()), DATABASE_URL, PARLEY_DATA_DIR: join(createTestFolder(), 'data') }
    const server = await startDocumentedServer('npm start', { env })
    const listErrors = async () => {
      const doctor = startDocumented('npm run --silent doctor -- --json', { env })
      await doctor.exited
      const results: CheckResult[] = JSON.parse(doctor.output())
      const errors = results.flatMap(({ findings }) => findings).filter(({ state }) => state === 'error')
      return errors.map(({ subject }) => subject)
    }
    // The database of the tests is fast instead of safe.
    const unsafe = ['fsync', 'synchronous_commit']
    expect(await listErrors()).toEqual(unsafe)

    // As after an upgrade of the operating system, and after an index that could not be built.
    await queryRows(
      DATABASE_URL,
      `update pg_database set datcollversion = '1' where datname = current_database()`,
    )
    await queryRows(DATABASE_URL, 'create table parcels (number int)')
    await queryRows(DATABASE_URL, 'insert into parcels values (7), (7)')
    const index = 'create unique index concurrently parcel_numbers on parcels (number)'
    await expect(queryRows(DATABASE_URL, index)).rejects.toThrow('could not create unique index')
    await queryRows(DATABASE_URL, 'delete from parcels')
    expect(await listErrors()).toEqual(['collation', ...unsafe, 'parcel_numbers'])

    const name = { parley: new URL(DATABASE_URL).pathname.slice(1) }
    await runDocumentedStatement('reindex database parley', DATABASE_URL, name)
    await runDocumentedStatement('alter database parley refresh collation version', DATABASE_URL, name)
    await runDocumentedStatement('reindex index concurrently INDEX', DATABASE_URL, {
      INDEX: 'parcel_numbers',
    })
    expect(await listErrors()).toEqual(unsafe)

    await server.stop()
    const stopped = startDocumented('npm run doctor', { env })
    expect(await stopped.exited).toBe(1)
    expect(stopped.output()).toContain('Nothing is listening on PORT\n           → Start Parley')
  },
  5 * minutes,
)

test(
  'a token as documented protects the metrics, and the tests of the alert rules can be run',
  async () => {
    const token = (await runDocumented('openssl rand -hex 32')).trim()
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const { env } = await startWorkspace({ PARLEY_METRICS_TOKEN: token })
    const metrics = (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${env.PORT}/metrics`, { headers })
    expect((await metrics()).status).toBe(401)
    expect(await (await metrics({ authorization: `Bearer ${token}` })).text()).toContain('parley_build_info')

    // A copy, so that a threshold can be wrong.
    const folder = createTestFolder()
    const path = join(folder, 'alert-rules.yml')
    const rules = readFileSync(join(repository, 'deploy/monitoring/alert-rules.yml'), 'utf8')
    writeFileSync(path, rules)
    writeFileSync(
      join(folder, 'alert-rules.test.yml'),
      readFileSync(join(repository, 'deploy/monitoring/alert-rules.test.yml')),
    )
    expect(await runDocumented('promtool test rules alert-rules.test.yml', { cwd: folder })).toContain(
      'SUCCESS',
    )
    rmSync(path)
    writeFileSync(path, rules.replaceAll(/for: .*/g, 'for: 99h'))
    const adjusted = startDocumented('promtool test rules alert-rules.test.yml', { cwd: folder })
    expect(await adjusted.exited).toBe(1)
    expect(adjusted.output()).toContain('FAILED')
  },
  5 * minutes,
)
