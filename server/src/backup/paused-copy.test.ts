import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '../db/pool.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { startTestApp } from '../testing/test-app.ts'
import { eventually } from '../testing/web-sockets.ts'
import { createBackup } from './create-backup.ts'
import { noProgress } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'

const canConnect = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    setTimeout(() => socket.destroy(), 200)
  })

test('a restored copy receives nothing and runs no job until someone makes it live', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const c = await t.make.conversation()
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Snoozed', snoozed_until: '1m' })
  const path = join(folder, 'backup.parley')
  const header = { created_at: t.clock.now().toISOString(), version: '0.1.0', key_id: '', sealed_key: null }
  await createBackup({ connection_string: t.connectionString, files: t.files, header }, path, noProgress)
  const database_url = await createEmptyDatabase()
  const data_dir = join(folder, 'data')
  const files = {
    media: createLocalFileStore(join(data_dir, 'files'), 'media'),
    mail: createLocalFileStore(join(data_dir, 'files'), 'mail'),
  }
  const target = { connection_string: database_url, files, version: '0.1.0', now: t.clock.now() }
  await restoreBackup(path, { ...target, accept: async () => {} }, noProgress)

  const db = createDb(createPool(database_url, 2))
  onTestFinished(() => db.destroy())
  // Its time has come.
  const { numUpdatedRows } = await db
    .updateTable('graphile_worker._private_jobs' as never)
    .set({ run_at: new Date(0) } as never)
    .executeTakeFirst()
  expect(numUpdatedRows).toBeGreaterThan(0n)
  const env = { ...(await freePorts()), DATABASE_URL: database_url, PARLEY_DATA_DIR: data_dir }
  const server = startProgram('main.ts', env)
  await server.waitForOutput(/Parley is ready/)
  const readStatus = async () =>
    (
      await db
        .selectFrom('conversations')
        .innerJoin('statuses', 'statuses.id', 'conversations.status_id')
        .select('statuses.name')
        .where('conversations.id', '=', c.id)
        .executeTakeFirstOrThrow()
    ).name
  expect((await fetch(`http://127.0.0.1:${env.PORT}/health`)).status).toBe(200)
  // Longer than a worker needs to take a job.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await canConnect(env.SMTP_RECEIVER_PORT)).toBe(false)
  expect(await readStatus()).toBe('Snoozed')

  const command = startProgram('admin.ts', env, ['go-live'])
  expect(await command.exited, command.output()).toBe(0)
  expect(command.output()).toContain('This copy is live now')
  await eventually(() => canConnect(env.SMTP_RECEIVER_PORT))
  await eventually(async () => (await readStatus()) === 'Open')
  const again = startProgram('admin.ts', env, ['go-live'])
  expect(await again.exited).toBe(0)
  expect(again.output()).toContain('This workspace is live already')
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
