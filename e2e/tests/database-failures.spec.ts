import { expect, test } from '@playwright/test'
import pg from 'pg'
import {
  conversations,
  type Desk,
  expectRecovered,
  ready,
  sendMail,
  sendReply,
  startDesk,
} from '../fixtures/recovery-desk.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

const backends = (desk: Desk) =>
  desk.parley.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

/** Some may have ended already. */
function signal(pids: number[], name: NodeJS.Signals): number[] {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  return pids
}

const failures: [string, (desk: Desk) => Promise<void>][] = [
  [
    'SIGTERM of every backend',
    async (desk) => {
      await desk.parley.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    },
  ],
  [
    'SIGKILL of a backend, after which PostgreSQL recovers',
    async (desk) => {
      const [victim] = await backends(desk)
      process.kill(victim?.pid, 'SIGKILL')
    },
  ],
  [
    'SIGKILL of the postmaster',
    async ({ parley }) => {
      signal(parley.postmasters(), 'SIGKILL')
    },
  ],
  [
    'SIGTERM of the postmaster',
    async ({ parley }) => {
      signal(parley.postmasters(), 'SIGTERM')
    },
  ],
  [
    'SIGINT of the postmaster',
    async ({ parley }) => {
      signal(parley.postmasters(), 'SIGINT')
    },
  ],
  [
    'five kills of the postmaster in a row',
    async ({ parley }) => {
      for (let kill = 0; kill < 5; kill++) {
        await expect.poll(() => parley.postmasters().length, { timeout: 30_000 }).toBe(1)
        const killed = signal(parley.postmasters(), 'SIGKILL')
        // Not until there is none: it may be restarted between two looks.
        await expect
          .poll(() => parley.postmasters().filter((pid) => killed.includes(pid)), { timeout: 30_000 })
          .toEqual([])
      }
    },
  ],
  [
    'others taking all connections',
    async (desk) => {
      const clients: pg.Client[] = []
      for (;;) {
        const client = new pg.Client({ connectionString: desk.parley.connectionString() })
        client.on('error', () => {})
        const isConnected = await client.connect().then(
          () => true,
          () => false,
        )
        if (!isConnected) break
        clients.push(client)
      }
      // The server's own connections end, and it gets no new ones.
      const [first] = clients
      await first?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> all($1) and pid <> pg_backend_pid()`,
        [
          await Promise.all(
            clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid),
          ),
        ],
      )
      const connected: pg.Client[] = []
      for (let n = 0; n < 100; n++) {
        const client = new pg.Client({ connectionString: desk.parley.connectionString() })
        client.on('error', () => {})
        await client.connect().then(
          () => connected.push(client),
          () => {},
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      for (const client of [...clients, ...connected]) await client.end().catch(() => {})
    },
  ],
  [
    'a database that only allows reading',
    async (desk) => {
      const set = (value: 'on' | 'off') =>
        desk.parley.query(
          `begin read write; alter database parley set default_transaction_read_only = ${value}; commit;
           select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        )
      await set('on')
      await expect.poll(() => ready(desk), { timeout: 60_000 }).toBe('degraded')
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await set('off')
    },
  ],
]

test.describe('the embedded database', () => {
  let desk: Desk
  test.beforeAll(async () => {
    desk = await startDesk()
    await sendMail(desk)
    await expect.poll(async () => (await conversations(desk)).length).toBe(1)
  })
  test.afterAll(() => desk?.stop())

  for (const [title, fail] of failures)
    test(`${title}: the server stays alive, recovers and loses nothing`, async () => {
      const before = [sendMail(desk), sendReply(desk)]
      const startedAt = Date.now()
      await fail(desk)
      const during = [sendMail(desk), sendReply(desk)]
      await Promise.all([...before, ...during])
      await expectRecovered(desk, startedAt)
    })

  test('while the database is down, every call returns 503 with Retry-After', async () => {
    const [postmaster = 0] = desk.parley.postmasters()
    process.kill(postmaster, 'SIGSTOP')
    process.kill(postmaster, 'SIGKILL')
    const observed: {
      status: number
      retry_after: string | null
      body: { error_type: string; request_id: string }
    }[] = []
    for (const end = Date.now() + 10_000; Date.now() < end && observed.length === 0; ) {
      const response = await fetch(`${desk.parley.url}/api/v1/settings/general`)
      if (response.status === 200) continue
      observed.push({
        status: response.status,
        retry_after: response.headers.get('retry-after'),
        body: (await response.json()) as { error_type: string; request_id: string },
      })
    }
    expect(observed).toEqual([
      {
        status: 503,
        retry_after: '2',
        body: expect.objectContaining({
          status: 'error',
          error_type: 'GeneralException',
          request_id: expect.any(String),
        }),
      },
    ])
    await expectRecovered(desk, Date.now())
  })
})
