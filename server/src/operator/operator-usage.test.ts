import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { admin, folder, run, setUpFolder, slow, withDatabase } from './operator-suite.ts'

setUpFolder()

test(
  'usage is explained, and a mistake exits with 2',
  async () => {
    const env = { PARLEY_DATA_DIR: join(folder, 'nothing') }
    const help = await run(env, '--help')
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('reset-password EMAIL') })
    for (const [args, sentence] of [
      [[], 'A command is missing.'],
      [['toString', admin.email], 'There is no command "toString".'],
      [['unlock'], 'The email address is missing: npm run admin -- unlock EMAIL'],
      [['unlock', 'ada'], '"ada" is not an email address.'],
      [['unlock', admin.email, 'more'], 'Unexpected argument "more"'],
      [['unlock', admin.email, '--name', 'Ada'], '--name only works with create-admin.'],
      [['unlock', admin.email, '--from', 's3'], '--from only works with copy-files.'],
      [['apply-erasures'], 'The file is missing: npm run admin -- apply-erasures FILE'],
      [
        ['unlock', admin.email, '--dry-run'],
        '--dry-run only works with remove-unused-files and apply-erasures.',
      ],
      [['remove-unused-files', 'now'], 'Unexpected argument "now": remove-unused-files takes none.'],
      [['copy-files'], 'Say where the files are: --from local or --from s3'],
      [['copy-files', '--from', 'disk'], 'Say where the files are: --from local or --from s3'],
      [['unlock', admin.email, '--force'], "Unknown option '--force'"],
    ] as const) {
      const { code, output } = await run(env, ...args)
      expect(code, output).toBe(2)
      expect(output).toContain(sentence)
      expect(output).toContain('Usage: npm run admin')
    }
  },
  slow,
)

test(
  'without a workspace, none is created',
  async () => {
    const env = { PARLEY_DATA_DIR: join(folder, 'nothing') }
    const { code, output } = await run(env, 'unlock', admin.email)
    expect(code).toBe(1)
    expect(output).toBe(
      `There is no workspace in ${env.PARLEY_DATA_DIR}. Set PARLEY_DATA_DIR or DATABASE_URL as for the server, or start it first: npm start`,
    )
    expect(statSync(env.PARLEY_DATA_DIR, { throwIfNoEntry: false })).toBeUndefined()
    const DATABASE_URL = await createEmptyDatabase()
    expect(await run({ ...env, DATABASE_URL }, 'unlock', admin.email)).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no workspace in this database yet'),
    })
    await migrate(DATABASE_URL)
    const command = startProgram('admin.ts', { ...env, DATABASE_URL }, ['unlock', admin.email])
    await command.waitForOutput(/There is no workspace/)
    const printedAt = performance.now()
    await command.exited
    // An idle one lives for 30 seconds.
    expect(performance.now() - printedAt, 'no open connection keeps the process').toBeLessThan(25_000)
    await withDatabase(DATABASE_URL, (db) =>
      db
        .deleteFrom('migrations' as never)
        .where('name' as never, '=', '0049_operator_actor.sql' as never)
        .execute(),
    )
    expect((await run({ ...env, DATABASE_URL }, 'unlock', admin.email)).output).toContain(
      'This version of Parley hasn’t run on this database yet',
    )
  },
  slow,
)
