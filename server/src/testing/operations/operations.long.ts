import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemStatus } from '@parley/contract/system/system-status'
import { expect, test } from 'vitest'
import { createNewerProgram } from '../processes/newer-program.ts'
import { createEmptyDatabase } from '../processes/server-process.ts'
import { eventually } from '../web-sockets.ts'
import { get, listSubjects, receive, sendMail, startWorkspace, waitUntilForgotten } from './desk.ts'
import { runDocumented, startDocumented, startDocumentedServer } from './documented-commands.ts'

test('someone who has only docs/operations.md backs up, restores, moves, loses a node and upgrades', async () => {
  // One machine.
  const { folder, env: one, server: installed, desk } = await startWorkspace()
  const { PARLEY_DATA_DIR: data, ...ports } = one
  const passphrase = { '/etc/parley/passphrase': join(folder, 'passphrase') }
  writeFileSync(join(folder, 'passphrase'), 'correct horse battery staple')
  const archive = { '/backups/2026-11-28.parley': join(folder, 'backup.parley') }
  const subjects: string[] = []
  for (let n = 1; n <= 5; n++) await receive(desk, `question ${n}`, subjects)

  // Backed up while it runs; then the machine is lost.
  await runDocumented(
    'npm run backup -- /backups/2026-11-28.parley --passphrase-file /etc/parley/passphrase',
    { env: one, replacements: { ...archive, ...passphrase } },
  )
  await runDocumented('npm run verify -- /backups/2026-11-28.parley', { env: one, replacements: archive })
  const key = readFileSync(join(data, 'secret.key'), 'utf8')
  await installed.kill()
  rmSync(data, { recursive: true })

  // Restored elsewhere. Nothing is sent or received until it is live.
  const restored = { '/var/lib/parley-new': join(folder, 'restored') }
  await runDocumented(
    'PARLEY_DATA_DIR=/var/lib/parley-new npm run restore -- /backups/2026-11-28.parley --passphrase-file /etc/parley/passphrase',
    { env: ports, replacements: { ...restored, ...archive, ...passphrase } },
  )
  expect(readFileSync(join(folder, 'restored/secret.key'), 'utf8')).toBe(key)
  const single = { ...ports, PARLEY_DATA_DIR: join(folder, 'restored') }
  const copy = await startDocumentedServer('PARLEY_DATA_DIR=/var/lib/parley-new npm start', {
    env: ports,
    replacements: restored,
  })
  expect(await listSubjects(desk)).toEqual(subjects)
  await expect(sendMail(desk, 'too early')).rejects.toThrow()
  await runDocumented('npm run admin -- go-live', { env: single })
  await eventually(() =>
    sendMail(desk, 'live again').then(
      () => true,
      () => false,
    ),
  )
  subjects.push('live again')
  subjects.sort()
  await eventually(async () => (await listSubjects(desk)).length === subjects.length)
  await copy.kill()

  // Moved to PostgreSQL, with three nodes.
  const DATABASE_URL = await createEmptyDatabase()
  const moved = await waitUntilForgotten(() =>
    startDocumented('npm run migrate-to -- postgres://parley:secret@db.example.com:5432/parley', {
      env: single,
      replacements: { 'postgres://parley:secret@db.example.com:5432/parley': DATABASE_URL },
    }),
  )
  expect(moved).toContain('Set DATABASE_URL to the new database')
  const env = { ...ports, DATABASE_URL, PARLEY_DATA_DIR: single.PARLEY_DATA_DIR }
  const web = await startDocumentedServer('ROLES=web npm start', { env })
  const worker = await startDocumentedServer('ROLES=worker npm start', { env })
  const mail = await startDocumentedServer('ROLES=mail npm start', { env })
  await receive(desk, 'to three nodes', subjects)
  const readSystem = () => get<SystemStatus>(desk, '/system')
  const nodes = (await readSystem()).nodes
  expect(nodes.filter(({ is_alive }) => is_alive).map(({ roles }) => roles.join())).toEqual(
    expect.arrayContaining(['web', 'worker', 'mail']),
  )

  // One is killed, and another takes over.
  const second = await startDocumentedServer('ROLES=worker npm start', { env })
  await worker.kill()
  await receive(desk, 'after the loss of a node', subjects)
  await eventually(async () =>
    (await readSystem()).nodes.some(({ is_alive, roles }) => !is_alive && roles.join() === 'worker'),
  )

  // The next release, node by node, with a migration that the running ones survive.
  await runDocumented('npm run upgrade -- --check', { env })
  const newer = createNewerProgram('1.1.0', {
    '9001_expand.sql':
      '-- Adds a column.\n-- oldest-compatible-schema: 0110\nalter table messages add column note text;',
  })
  const next = { env, cwd: newer }
  await second.stop()
  await startDocumentedServer('ROLES=worker npm start', next)
  await mail.stop()
  await startDocumentedServer('ROLES=mail npm start', next)
  await web.stop()
  await startDocumentedServer('ROLES=web npm start', next)
  await receive(desk, 'to the new release', subjects)

  await runDocumented('npm run backup -- /backups/2026-11-28.parley', {
    ...next,
    replacements: { '/backups/2026-11-28.parley': join(folder, 'upgraded.parley') },
  })

  // All of it is on the System page.
  const status = await readSystem()
  expect(status.versions).toMatchObject({ parley: '1.1.0', schema: '9001' })
  const alive = status.nodes.filter(({ is_alive }) => is_alive)
  expect(alive.map(({ version }) => version)).toEqual(['1.1.0', '1.1.0', '1.1.0'])
  expect(status.backup.created_at).not.toBeNull()
  expect((await listSubjects(desk)).length).toBe(new Set(subjects).size)
}, 600_000)
