import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ErasureList } from '@parley/contract/privacy/privacy'
import { expect, test } from 'vitest'
import type { Db } from '../db/pool.ts'
import { hashAddress } from '../features/privacy/erasure/start-erasure.ts'
import { storedPath } from '../files/file-store.ts'
import { createSecrets } from '../secrets.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import { run, settings, setUpFolder, slow, start, withDatabase } from './operator-suite.ts'

setUpFolder()
const day = 86_400_000

test(
  'unused files are removed, and a restored backup erases again the contacts that were erased after it',
  async () => {
    const env = await settings('data', { DATABASE_URL: await createEmptyDatabase() })
    await (await start(env)).stop()

    const path = join(env.PARLEY_DATA_DIR, 'files', 'media', storedPath(Buffer.alloc(32, 7)))
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'of an upload that was interrupted')
    const old = new Date(Date.now() - 2 * day)
    utimesSync(path, old, old)
    const planned = await run(env, 'remove-unused-files', '--dry-run')
    expect(planned.output).toMatch(/^Would remove 1 of \d+ files/)
    expect((await run(env, 'remove-unused-files')).output).toMatch(/^Removed 1 of \d+ files/)
    expect((await run(env, 'remove-unused-files')).output).toMatch(/^Removed 0 of \d+ files/)

    const id = await withDatabase(env.DATABASE_URL ?? '', (db) =>
      insertContact(db, 'gone@customer.test', old),
    )
    const file = join(env.PARLEY_DATA_DIR, 'erasures.json')
    writeFileSync(file, '[]')
    expect((await run(env, 'apply-erasures', file)).output).toContain('is not a list of erasures')
    writeFileSync(file, JSON.stringify(listWith(env.PARLEY_DATA_DIR, 'gone@customer.test')))
    const unknown = await run(env, 'apply-erasures', file, '--dry-run')
    expect(unknown.output).toBe(
      '1 erasure of the list is unknown to this workspace.\n1 contact would be erased.',
    )
    expect(await withDatabase(env.DATABASE_URL ?? '', (db) => countContacts(db, id))).toBe(1)
    expect((await run(env, 'apply-erasures', file)).output).toContain('1 contact will be erased')

    const server = await start(env)
    const deadline = Date.now() + 60_000
    while ((await withDatabase(env.DATABASE_URL ?? '', (db) => countContacts(db, id))) > 0) {
      expect(Date.now()).toBeLessThan(deadline)
      await wait(200)
    }
    await server.stop()
  },
  slow,
)

const insertContact = async (db: Db, email: string, created_at: Date): Promise<number> =>
  (
    await db
      .insertInto('contacts')
      .values({ email, created_at, updated_at: created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const countContacts = async (db: Db, id: number) =>
  (await db.selectFrom('contacts').select('id').where('id', '=', id).execute()).length

/** As downloaded from the workspace that was lost. */
const listWith = (data_dir: string, address: string): ErasureList => ({
  format: 'parley erasures 1',
  exported_at: new Date().toISOString(),
  erasures: [
    {
      ...{ id: 1, requested_at: new Date().toISOString(), requested_by: 'Ada', state: 'done', counts: {} },
      finished_at: new Date().toISOString(),
      address_hashes: [
        hashAddress(
          createSecrets(readFileSync(join(data_dir, 'secret.key'), 'utf8').trim()),
          address,
        ).toString('hex'),
      ],
    },
  ],
})
