import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeS3 } from '../fake-services/s3/fake-s3.ts'
import { startWebhookReceiver } from '../fake-services/webhook-receiver.ts'
import { queryRows, readAppliedSchema } from '../processes/embedded-release.ts'
import { createNewerProgram } from '../processes/newer-program.ts'
import { createEmptyDatabase } from '../processes/server-process.ts'
import { eventually } from '../web-sockets.ts'
import { call, embeddedUrl, get, listSubjects, post, receive, startWorkspace } from './desk.ts'
import { runDocumented, startDocumentedServer } from './documented-commands.ts'

const minutes = 60_000

test(
  'a backup in S3 is restored elsewhere, and whoever was erased after it is erased again',
  async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const backups = {
      PARLEY_BACKUP_S3_ENDPOINT: s3.settings.endpoint ?? '',
      PARLEY_BACKUP_S3_ACCESS_KEY_ID: s3.settings.credentials?.access_key_id ?? '',
      PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secret_access_key ?? '',
      PARLEY_BACKUP_PASSPHRASE: 'correct horse battery staple',
    }
    const target = `s3://${s3.settings.bucket}/parley`
    const { folder, env, server, desk } = await startWorkspace({ ...backups, PARLEY_BACKUP_TO: target })
    await receive(desk, 'from Grace', [])
    await receive(desk, 'from Alan', ['from Grace'], { from: 'Alan <alan@customer.test>' })
    await runDocumented('npm run backup', { env })
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^parley\/.+\.parley$/)])

    const contacts = await get<{ results: { id: number; email: string }[] }>(desk, '/contacts')
    const grace = contacts.results.find(({ email }) => email === 'grace@customer.test')
    await post(desk, `/contacts/${grace?.id}/erasure`, { confirmation: grace?.email })
    const list = join(folder, 'erasures.json')
    writeFileSync(list, await (await call(desk, '/api/v1/privacy/erasure-list')).text())
    await server.stop()

    // Without PARLEY_BACKUP_TO, so that the list beside the backups isn't found.
    const { PORT, SMTP_RECEIVER_PORT } = env
    const elsewhere = { PORT, SMTP_RECEIVER_PORT, PARLEY_DATA_DIR: join(folder, 'restored') }
    await runDocumented('npm run restore -- s3://acme-backups/parley', {
      env: { ...elsewhere, ...backups },
      replacements: { 's3://acme-backups/parley': target },
    })
    const replacements = { 'parley-erasures.json': list }
    const planned = await runDocumented('npm run admin -- apply-erasures parley-erasures.json --dry-run', {
      env: elsewhere,
      replacements,
    })
    expect(planned).toContain(
      '1 erasure of the list is unknown to this workspace.\n1 contact would be erased.',
    )
    const copy = await startDocumentedServer('npm start', { env: elsewhere })
    expect(await listSubjects(desk), 'a dry run').toEqual(['from Alan', 'from Grace'])
    const applied = await runDocumented('npm run admin -- apply-erasures parley-erasures.json', {
      env: elsewhere,
      replacements,
    })
    expect(applied).toContain('1 contact will be erased')
    await runDocumented('npm run admin -- go-live', { env: elsewhere })
    await eventually(async () => (await listSubjects(desk)).join() === 'from Alan')
    await copy.stop()
  },
  5 * minutes,
)

test(
  'without the key, a backup is restored with everything but the stored passwords',
  async () => {
    const { folder, env, server, desk } = await startWorkspace({ PARLEY_WEBHOOK_ALLOW: '127.0.0.1' })
    const subjects: string[] = []
    await receive(desk, 'question', subjects)
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    const webhook = { url: receiver.url, events: ['conversation.created'], secret: 'as agreed' }
    const { id } = await post<{ id: number }>(desk, '/webhooks', { name: 'Shop', ...webhook })
    const replacements = { '/backups/2026-11-28.parley': join(folder, 'backup.parley') }
    await runDocumented('npm run backup -- /backups/2026-11-28.parley', { env, replacements })
    expect(
      await runDocumented('npm run verify -- /backups/2026-11-28.parley', { env, replacements }),
    ).toContain('is intact')
    await server.stop()

    const elsewhere = { ...env, PARLEY_DATA_DIR: join(folder, 'restored') }
    await runDocumented('npm run restore -- /backups/2026-11-28.parley --without-key', {
      env: elsewhere,
      replacements,
    })
    await startDocumentedServer('npm start', { env: elsewhere })
    expect(await listSubjects(desk)).toEqual(subjects)
    expect(readFileSync(join(folder, 'restored/secret.key'))).not.toEqual(
      readFileSync(join(env.PARLEY_DATA_DIR, 'secret.key')),
    )
    const tried = await post(desk, '/webhooks/test', { id, url: webhook.url })
    expect(tried).toMatchObject({ ok: false, error: expect.stringContaining('sealed under another key') })
    const entered = { id, url: webhook.url, secret: webhook.secret }
    expect(await post(desk, '/webhooks/test', entered)).toMatchObject({ ok: true })
  },
  5 * minutes,
)

test(
  'an upgrade backs up an embedded workspace first, from which the old release can go on',
  async () => {
    const { folder, env, server, desk, database_url } = await startWorkspace()
    const before = await readAppliedSchema(database_url)
    const subjects: string[] = []
    await receive(desk, 'before the upgrade', subjects)
    const cwd = createNewerProgram('1.1.0', {
      '9001_rename.sql':
        '-- Renames a column.\nalter table messages rename column text_content to plain_text;',
    })
    const planned = await runDocumented('npm run upgrade -- --check', { env, cwd })
    expect(planned).toContain('9001  Renames a column.')
    expect(await readAppliedSchema(database_url)).toBe(before)
    await server.stop()
    const upgraded = await runDocumented('npm run upgrade', { env, cwd })
    expect(upgraded).toContain(`Upgraded the database from schema ${before} to schema 9001`)
    const [backup = ''] = readdirSync(join(env.PARLEY_DATA_DIR, 'backups'))

    const replacements = {
      '/var/lib/parley-new': join(folder, 'old-release'),
      '/var/lib/parley/': `${env.PARLEY_DATA_DIR}/`,
    }
    await runDocumented(
      [
        'mkdir -m 700 /var/lib/parley-new && cp -p /var/lib/parley/secret.key /var/lib/parley-new/',
        'PARLEY_DATA_DIR=/var/lib/parley-new npm run restore -- /var/lib/parley/backups/before-upgrade-0103-2026-11-28T08-00-00Z.tar',
      ],
      { env, replacements: { ...replacements, 'before-upgrade-0103-2026-11-28T08-00-00Z.tar': backup } },
    )
    const old = { ...env, PARLEY_DATA_DIR: replacements['/var/lib/parley-new'] }
    await startDocumentedServer('npm start', { env: old })
    await runDocumented('npm run admin -- go-live', { env: old })
    expect(await readAppliedSchema(embeddedUrl(old.PARLEY_DATA_DIR))).toBe(before)
    expect(await listSubjects(desk)).toEqual(subjects)
  },
  5 * minutes,
)

test(
  'a workspace moves from PostgreSQL back into its data folder',
  async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const { folder, env, server, desk } = await startWorkspace({ DATABASE_URL })
    const subjects: string[] = []
    await receive(desk, 'in PostgreSQL', subjects)
    await server.stop()
    const moved = await runDocumented('npm run migrate-to -- embedded', { env })
    expect(moved).toContain('Remove DATABASE_URL from the settings')
    const { DATABASE_URL: _, ...single } = env
    const embedded = await startDocumentedServer('npm start', { env: single })
    expect(await listSubjects(desk)).toEqual(subjects)
    await receive(desk, 'in the data folder', subjects)
    expect(await queryRows(DATABASE_URL, 'select subject from conversations')).toHaveLength(1)

    // Forth again, and back with the old folder out of the way.
    await embedded.stop()
    const again = await createEmptyDatabase()
    await runDocumented('npm run migrate-to -- postgres://parley:secret@db.example.com:5432/parley', {
      env: single,
      replacements: { 'postgres://parley:secret@db.example.com:5432/parley': again },
    })
    renameSync(join(env.PARLEY_DATA_DIR, 'postgres'), join(folder, 'old-postgres'))
    await runDocumented('npm run migrate-to -- embedded', { env: { ...single, DATABASE_URL: again } })
    await startDocumentedServer('npm start', { env: single })
    expect(await listSubjects(desk)).toEqual(subjects)
  },
  5 * minutes,
)
