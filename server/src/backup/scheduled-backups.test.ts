import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, type Db } from '../db/pool.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { readLastBackup } from './recorded-backups.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-scheduled-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startServer(name: string, LOG_LEVEL = 'warn') {
  const DATABASE_URL = await createEmptyDatabase()
  const target = join(folder, name, 'backups')
  const env = {
    ...{ ...(await freePorts()), DATABASE_URL, PARLEY_DATA_DIR: join(folder, name, 'data') },
    ...{ PARLEY_BACKUP_TO: target, PARLEY_BACKUP_KEEP: '2 days' },
    PARLEY_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
  }
  writeFileSync(env.PARLEY_BACKUP_PASSPHRASE_FILE, 'twelve and more letters\n')
  // Far away: the test brings the time about.
  const server = startProgram('main.ts', { ...env, LOG_LEVEL, PARLEY_BACKUP_SCHEDULE: '0 0 29 2 *' })
  await server.waitForOutput(/Parley is ready/)
  const db = createDb(createPool(DATABASE_URL, 1))
  onTestFinished(() => db.destroy())
  return { env, target, server, db }
}

/** Every backup is a real process, which takes long on a busy machine. */
const waitUntil = (isTrue: () => boolean | Promise<boolean>) =>
  expect.poll(isTrue, { timeout: 60_000 }).toBe(true)

/** What the queue does at a time of the schedule. */
const reachTime = (db: Db) =>
  db.selectNoFrom((eb) => eb.fn('graphile_worker.add_job', [eb.val('back up')]).as('job')).execute()

const queuedBackups = (db: Db) =>
  db
    .selectFrom('graphile_worker.jobs' as never)
    .select(['last_error'] as never)
    .where('task_identifier' as never, '=', 'back up' as never)
    .execute() as Promise<{ last_error: string | null }[]>

test('the server makes a backup at each time of the schedule, which restores elsewhere', {
  timeout: 120_000,
}, async () => {
  const { env, target, server, db } = await startServer('a')
  await reachTime(db)
  await waitUntil(async () => (await readLastBackup(db)).finished !== null)
  const [name = ''] = readdirSync(target)
  const verify = startProgram('backup.ts', env, ['verify', target])
  expect(await verify.exited, verify.output()).toBe(0)
  expect(verify.output()).toContain(`${name} is intact`)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)

  const restored = { ...env, DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: join(folder, 'b') }
  const restore = startProgram('backup.ts', restored, ['restore', target])
  expect(await restore.exited, restore.output()).toBe(0)
  // The key was under the passphrase.
  expect(readFileSync(join(folder, 'b', 'secret.key'))).toEqual(
    readFileSync(join(env.PARLEY_DATA_DIR, 'secret.key')),
  )
  const again = startProgram('backup.ts', restored, ['create'])
  expect(await again.exited).toBe(1)
  expect(again.output()).toContain('This is a restored copy')
  expect(readdirSync(target)).toEqual([name])
})

test('the log says what a backup is and which files it lacks', { timeout: 120_000 }, async () => {
  const { server, db } = await startServer('d', 'info')
  const hash = '5e'.repeat(32)
  await sql`insert into media (created_at, updated_at, filename, content_type, size, content_hash, disposition, model_type)
    values (now(), now(), 'a.txt', 'text/plain', 1, decode(${hash}, 'hex'), 'attachment', 'messages')`.execute(
    db,
  )
  await reachTime(db)
  const findLine = (text: string) => {
    const line = server
      .output()
      .split('\n')
      // The last line may not be complete.
      .slice(0, -1)
      .find((line) => line.includes(text))
    return line && JSON.parse(line)
  }
  await waitUntil(() => findLine('It includes the key of stored passwords') !== undefined)
  expect(findLine(`The workspace itself lacks files/media/${hash}.`)).toMatchObject({ level: 40 })
})

test('a backup that fails is recorded, said in the log, and tried again', { timeout: 120_000 }, async () => {
  const { target, server, db } = await startServer('c')
  // A file is where the folder should be.
  writeFileSync(target, '')
  await reachTime(db)
  await waitUntil(async () => Boolean((await queuedBackups(db))[0]?.last_error))
  const [job] = await queuedBackups(db)
  expect(job?.last_error).toContain('The backup failed: ')
  // Logged after it was recorded.
  await server.waitForOutput(/The backup failed: /)
  rmSync(target)
  await db
    .updateTable('graphile_worker._private_jobs' as never)
    .set({ run_at: new Date(0) } as never)
    .execute()
  await waitUntil(async () => (await readLastBackup(db)).finished !== null)
  expect(existsSync(target)).toBe(true)
})
