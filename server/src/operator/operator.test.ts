import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAccess } from '../db/embedded/access-file.ts'
import type { Db } from '../db/pool.ts'
import { createEmptyDatabase, signInStatus } from '../testing/processes/server-process.ts'
import { admin, run, settings, setUpFolder, slow, start, withDatabase } from './operator-suite.ts'

setUpFolder()

const findPassword = (output: string) => /password (?:of \S+ is )?(\S+)$/m.exec(output)?.[1] ?? 'none'

const embeddedDatabase = async () => {
  const env = await settings('embedded')
  return {
    env,
    url() {
      const access = readAccess(join(env.PARLEY_DATA_DIR, 'postgres.json'))
      return `postgres://parley:${access?.password}@127.0.0.1:${access?.port}/parley`
    },
  }
}
const externalDatabase = async () => {
  const DATABASE_URL = await createEmptyDatabase()
  return { env: await settings('elsewhere', { DATABASE_URL }), url: () => DATABASE_URL }
}

describe.each([
  ['the embedded database', embeddedDatabase],
  ['DATABASE_URL', externalDatabase],
])('on %s', (_, make) => {
  test(
    'the commands work while Parley runs and while it is stopped',
    async () => {
      const { env, url } = await make()
      const { PORT } = env
      let server = await start(env)
      expect(await signInStatus(PORT, admin.email, admin.password)).toBe(200)

      // While it runs.
      await withDatabase(url(), giveSecondFactor)
      expect(await signInStatus(PORT, admin.email, admin.password), 'asks for the code').toBe(401)
      const reset = await run(env, 'reset-password', admin.email.toUpperCase())
      expect(reset.code, reset.output).toBe(0)
      const second_password = findPassword(reset.output)
      expect(await signInStatus(PORT, admin.email, admin.password)).toBe(400)
      expect(await signInStatus(PORT, admin.email, second_password)).toBe(200)
      const sessions = await withDatabase(url(), (db) =>
        db.selectFrom('sessions').select('agent_id').execute(),
      )
      expect(sessions, 'the older ones have ended').toHaveLength(1)

      for (let tries = 0; tries < 11; tries++) await signInStatus(PORT, admin.email, 'Wrong-horse-1')
      expect(await signInStatus(PORT, admin.email, second_password), 'too many attempts').toBe(429)
      expect((await run(env, 'unlock', admin.email)).code).toBe(0)
      expect(await signInStatus(PORT, admin.email, second_password)).toBe(200)

      const created = await run(env, 'create-admin', 'bea@parley.test', '--name', 'Bea Long Name')
      expect(created.code, created.output).toBe(0)
      expect(await signInStatus(PORT, 'bea@parley.test', findPassword(created.output))).toBe(200)
      await server.stop()

      // While it is stopped.
      const again = await run(env, 'reset-password', 'bea@parley.test')
      expect(again.code, again.output).toBe(0)
      const more = await run(env, 'create-admin', 'cleo@parley.test')
      expect(more.code, more.output).toBe(0)
      if (!env.DATABASE_URL) await expect(isRunning(url())).rejects.toThrow()

      server = await start(env)
      expect(await signInStatus(PORT, 'bea@parley.test', findPassword(created.output))).toBe(400)
      expect(await signInStatus(PORT, 'bea@parley.test', findPassword(again.output))).toBe(200)
      expect(await signInStatus(PORT, 'cleo@parley.test', findPassword(more.output))).toBe(200)
      await withDatabase(url(), expectRecords)
      await server.stop()
    },
    slow,
  )
})

async function giveSecondFactor(db: Db) {
  const { id } = await db
    .selectFrom('agents')
    .select('id')
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('passkeys')
    .values({
      agent_id: id,
      created_at: new Date(),
      name: 'Laptop',
      credential_id: 'c',
      public_key: Buffer.of(1),
      counter: 0,
    })
    .execute()
}

const isRunning = (url: string) => withDatabase(url, (db) => db.selectFrom('agents').select('id').execute())

async function expectRecords(db: Db) {
  const events = await db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('actor_kind', '=', 'operator')
    .orderBy('id')
    .execute()
  expect(
    events.map(({ type, changes }) => [
      type,
      Object.keys(changes as object)
        .sort()
        .join(),
    ]),
  ).toEqual([
    ['agent.changed', 'password'],
    ['agent.changed', 'second_factor'],
    ['session.ended', ''],
    ['agent.unlocked', ''],
    ['agent.created', 'email,enabled,first_name,last_name,roles,teams'],
    ['agent.changed', 'password'],
    ['session.ended', ''],
    ['agent.created', 'email,enabled,first_name,last_name,roles,teams'],
  ])
  const mails = await db
    .selectFrom('system_mails as m')
    .innerJoin('agents as a', 'a.id', 'm.agent_id')
    .select(['a.first_name', 'm.data'])
    .where('m.template', '=', 'Security change')
    .orderBy('m.id')
    .execute()
  const kinds = mails.map(({ first_name, data }) => [
    first_name,
    (data as { security: { kind: string } }).security.kind, // written by queueSystemMail
  ])
  expect(kinds).toEqual([
    ['Admin', 'second_factor_removed'],
    ['Admin', 'password_reset_by_operator'],
    ['Admin', 'rights_granted'],
    ['Bea', 'rights_granted'],
    ['Bea', 'password_reset_by_operator'],
    ['Admin', 'rights_granted'],
    ['Bea', 'rights_granted'],
    ['cleo', 'rights_granted'],
  ])
}

test(
  'commands handle missing, existing and disabled agents',
  async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const env = await settings('states', { DATABASE_URL })
    const server = await start(env)
    await server.stop()
    await withDatabase(DATABASE_URL, async (db) => {
      await db
        .insertInto('agents')
        .values({
          first_name: 'Dan',
          email: 'dan@parley.test',
          enabled: false,
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute()
      await giveSecondFactor(db)
    })
    const unknown = await run(env, 'reset-password', 'nobody@parley.test')
    expect(unknown).toEqual({
      code: 1,
      output: `No agent has the address nobody@parley.test. Administrators are: ${admin.email}`,
    })
    const resetKeepingFactor = await run(env, 'reset-password', admin.email, '--keep-second-factor')
    expect(resetKeepingFactor.code).toBe(0)
    expect(
      await withDatabase(DATABASE_URL, (db) => db.selectFrom('passkeys').select('name').execute()),
    ).toHaveLength(1)
    const promotion = await run(env, 'create-admin', 'dan@parley.test')
    expect(promotion.output).toContain('dan@parley.test is now an administrator. The password is unchanged.')
    expect(promotion.output).toContain('This account is disabled')
    expect((await run(env, 'create-admin', 'dan@parley.test')).output).toContain(
      'is already an administrator',
    )
    expect((await run(env, 'unlock', 'dan@parley.test')).output).toContain('was disabled and is now enabled')
    const dan = await withDatabase(DATABASE_URL, (db) =>
      db
        .selectFrom('agents')
        .select('enabled')
        .where('email', '=', 'dan@parley.test')
        .executeTakeFirstOrThrow(),
    )
    expect(dan.enabled).toBe(true)
  },
  slow,
)
