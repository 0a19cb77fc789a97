import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { errorResponse, serveAsPostgres14 } from '../testing/fake-services/fake-postgres.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { listenOnLoopback, preflightError, startupError } from '../testing/processes/startup-failures.ts'
import { checkDatabase } from './check-database.ts'

// Some start the real program, which takes seconds on a busy machine.
const slow = 60_000

describe('DATABASE_URL', () => {
  const urlTo = (change: (url: URL) => void) => {
    const url = new URL(inject('database_url'))
    change(url)
    return url.href
  }
  const own = () => new URL(inject('database_url'))

  test(
    'that is not a database URL',
    async () => {
      const { exited: ended, output } = startProgram('main.ts', { DATABASE_URL: 'localhost:5432/parley' })
      expect(await ended).toBe(1)
      expect(output()).toContain('DATABASE_URL must look like postgres://user:password@host:5432/database')
    },
    slow,
  )

  test(
    'where nothing listens',
    async () => {
      const { PORT } = await freePorts()
      const printed = await startupError({ DATABASE_URL: `postgres://ada:secret@127.0.0.1:${PORT}/parley` })
      expect(printed).toContain(
        `DATABASE_URL points to the database "parley" on 127.0.0.1:${PORT}, but nothing is listening`,
      )
      expect(printed).not.toContain('secret')
    },
    slow,
  )

  test(
    'with a host that does not exist',
    async () => {
      const printed = await preflightError({ DATABASE_URL: 'postgres://ada@no-such-host.invalid/parley' })
      expect(printed).toMatch(
        /but the (host "no-such-host\.invalid" doesn’t exist|DNS lookup of the host "no-such-host\.invalid" failed)/,
      )
    },
    slow,
  )

  test(
    'with a database that does not exist',
    async () => {
      const DATABASE_URL = urlTo((url) => (url.pathname = '/parley_missing'))
      expect(await preflightError({ DATABASE_URL })).toContain('the database "parley_missing" doesn’t exist')
    },
    slow,
  )

  test(
    'with a user who may not create tables',
    async () => {
      const url = new URL(await createEmptyDatabase())
      const admin = new pg.Client(url.href)
      await admin.connect()
      const role = `${url.pathname.slice(1)}_guest`
      await admin.query(`create role ${role} login`)
      onTestFinished(async () => {
        await admin.query(`drop role ${role}`)
        await admin.end()
      })
      url.username = role
      expect(await preflightError({ DATABASE_URL: url.href })).toContain(
        `the user ${role} isn’t allowed to create tables`,
      )
    },
    slow,
  )

  test(
    'with an encoding that cannot store every text',
    async () => {
      const DATABASE_URL = await createEmptyDatabase(`encoding 'LATIN1' locale 'C' template template0`)
      expect(await preflightError({ DATABASE_URL })).toContain('its encoding is LATIN1')
    },
    slow,
  )

  test(
    'of a read-only server',
    async () => {
      const DATABASE_URL = await createEmptyDatabase()
      const client = new pg.Client(DATABASE_URL)
      await client.connect()
      await client.query(
        `alter database ${new URL(DATABASE_URL).pathname.slice(1)} set default_transaction_read_only = on`,
      )
      await client.end()
      expect(await preflightError({ DATABASE_URL })).toContain('it is read-only')
    },
    slow,
  )

  test(
    'of something other than PostgreSQL',
    async () => {
      const port = await listenOnLoopback((socket) => socket.end('220 mail.example ESMTP\r\n'))
      const printed = await preflightError({ DATABASE_URL: `postgres://ada@127.0.0.1:${port}/parley` })
      expect(printed).toMatch(/^DATABASE_URL points to the database "parley"/)
    },
    slow,
  )

  test(
    'of a host that never answers, in bounded time',
    async () => {
      const port = await listenOnLoopback(() => {})
      const before = Date.now()
      const printed = await preflightError({ DATABASE_URL: `postgres://ada@127.0.0.1:${port}/parley` })
      expect(printed).toContain(`127.0.0.1:${port} isn’t responding`)
      expect(Date.now() - before).toBeLessThan(40_000)
    },
    slow,
  )

  // Errors that the test's own server cannot produce come from a fake one that speaks just enough of the protocol.
  test.each([
    ['28P01', 'password authentication failed', 'it rejected the password of the user ada'],
    ['28000', 'no pg_hba.conf entry for host', 'it doesn’t allow the user ada to connect from this machine'],
    ['53300', 'sorry, too many clients already', 'it has no free connections'],
    ['57P03', 'the database system is starting up', 'it is still starting up'],
  ])('refused with %s', async (code, message, sentence) => {
    const port = await listenOnLoopback((socket) =>
      socket.once('data', () => socket.end(errorResponse(code, message))),
    )
    await expect(checkDatabase(`postgres://ada:secret@127.0.0.1:${port}/parley`)).rejects.toThrow(sentence)
  })

  test('of an outdated PostgreSQL', async () => {
    const port = await listenOnLoopback(serveAsPostgres14)
    await expect(checkDatabase(`postgres://ada@127.0.0.1:${port}/parley`)).rejects.toThrow(
      'it is PostgreSQL 14.9. Parley needs PostgreSQL 15 or newer.',
    )
  })

  test('that is valid', async () => {
    await expect(checkDatabase(own().href)).resolves.toBeUndefined()
  })
})
