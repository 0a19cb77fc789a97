import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAll } from '@parley/contract/conversations/conversation-lists'
import { createInbox } from '@parley/contract/inboxes/inbox-writes'
import { sendMessage } from '@parley/contract/messages/messages'
import { Readiness } from '@parley/contract/settings/health'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { startSmtpSink } from '../../server/src/testing/email/smtp-sink.ts'
import { type Api, startApi } from '../fixtures/api.ts'
import { type Mta, startMta } from '../fixtures/email/mta.ts'
import { type Parley, startParley } from '../fixtures/parley.ts'

// Whatever happens to PostgreSQL, the server process stays alive, recovers automatically and loses nothing.

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

type Desk = {
  parley: Parley
  api: Api
  mta: Mta
  sink: Awaited<ReturnType<typeof startSmtpSink>>
  pid: number
  stop(): Promise<void>
}

async function startDesk(options: Parameters<typeof startParley>[0] = {}): Promise<Desk> {
  const parley = await startParley(options)
  const sink = await startSmtpSink()
  const mta = startMta(parley.smtp_port, { connections: 2 })
  const api = await startApi(parley)
  const smtp = [{ host: '127.0.0.1', port: sink.port, auth_protocol: 'none', tls_type: 'none' } as const]
  await api.call(createInbox, {
    body: { name: 'Help', from: 'Help <help@parley.test>', config: { imap: [], smtp } },
  })
  return {
    parley,
    api,
    mta,
    sink,
    pid: parley.pid(),
    async stop() {
      mta.close()
      await parley.remove()
      await sink.stop()
    },
  }
}

let mails = 0
let replies = 0
const subjects: string[] = []

/** Sends a customer email; resolves when it was accepted with 250. */
async function mail({ mta }: Desk): Promise<string> {
  const subject = `Question ${++mails}`
  subjects.push(subject)
  const raw = [
    'From: Grace <grace@customer.test>',
    'To: help@parley.test',
    `Subject: ${subject}`,
    `Message-ID: <failure-${mails}@customer.test>`,
    '',
    `This is ${subject}.`,
    '',
  ].join('\r\n')
  await mta.deliver({ from: `grace${mails}@customer.test`, to: 'help@parley.test', raw })
  return subject
}

const conversations = async ({ api }: Desk) =>
  (await api.callUntilAnswered(listAll, { query: { page_size: 100 } })).results

/** Sends a reply; resolves when the API acknowledged it. */
async function reply(desk: Desk): Promise<void> {
  const [conversation] = await conversations(desk)
  if (!conversation) throw new Error('There is no conversation to reply to')
  const n = ++replies
  await desk.api.callUntilAnswered(sendMessage, {
    params: { uuid: conversation.uuid },
    body: { message: `<p>Answer ${n}</p>`, to: [`answer${n}@customer.test`] },
    idempotency_key: `failure-reply-${n}`,
  })
}

const ready = async ({ parley }: Desk) => {
  const response = await fetch(`${parley.url}/health/ready`)
  const { data } = (await response.json()) as { data: unknown }
  return Readiness.parse(data).status
}

/** The same process is still running, and everything accepted before, during and after the failure is done. */
async function expectRecovered(desk: Desk, startedAt: number): Promise<void> {
  await expect.poll(() => ready(desk), { timeout: 60_000 }).not.toBe('down')
  await mail(desk)
  await reply(desk)
  await expect
    .poll(async () => (await conversations(desk)).map(({ subject }) => subject).sort(), { timeout: 60_000 })
    .toEqual([...subjects].sort())
  await expect
    .poll(() => new Set(desk.sink.mails.map(({ to }) => to[0])).size, { timeout: 60_000 })
    .toBe(replies)
  expect(desk.sink.mails).toHaveLength(replies)
  await expect
    .poll(
      () =>
        desk.parley.query(
          'select task_identifier, last_error from graphile_worker.jobs where run_at < now()',
        ),
      {
        timeout: 60_000,
      },
    )
    .toEqual([])
  expect(desk.parley.pid()).toBe(desk.pid)
  expect(desk.parley.isRunning()).toBe(true)
  expect(desk.parley.postmasters()).toHaveLength(1)
  console.log(`${test.info().title}: recovered after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

const backends = (desk: Desk) =>
  desk.parley.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

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
      for (const pid of parley.postmasters()) process.kill(pid, 'SIGKILL')
    },
  ],
  [
    'SIGTERM of the postmaster',
    async ({ parley }) => {
      for (const pid of parley.postmasters()) process.kill(pid, 'SIGTERM')
    },
  ],
  [
    'SIGINT of the postmaster',
    async ({ parley }) => {
      for (const pid of parley.postmasters()) process.kill(pid, 'SIGINT')
    },
  ],
  [
    'five kills of the postmaster in a row',
    async ({ parley }) => {
      for (let kill = 0; kill < 5; kill++) {
        await expect.poll(() => parley.postmasters().length, { timeout: 30_000 }).toBe(1)
        for (const pid of parley.postmasters()) process.kill(pid, 'SIGKILL')
        await expect.poll(() => parley.postmasters().length, { timeout: 30_000 }).toBe(0)
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
      await expect.poll(() => ready(desk), { timeout: 20_000 }).toBe('degraded')
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await set('off')
    },
  ],
]

test.describe('the embedded database', () => {
  let desk: Desk
  test.beforeAll(async () => {
    desk = await startDesk()
    await mail(desk)
    await expect.poll(async () => (await conversations(desk)).length).toBe(1)
  })
  test.afterAll(() => desk?.stop())

  for (const [title, fail] of failures)
    test(`${title}: the server stays alive, recovers and loses nothing`, async () => {
      const before = [mail(desk), reply(desk)]
      const startedAt = Date.now()
      await fail(desk)
      const during = [mail(desk), reply(desk)]
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

// A small separate disk needs a mount, which needs root.
test.describe('a full disk', () => {
  test.skip(process.getuid?.() !== 0 || process.platform !== 'linux', 'only root can mount a small disk')
  let desk: Desk
  let disk: string
  test.beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'parley-small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', disk])
    mkdirSync(join(disk, 'data'), { mode: 0o711 })
    subjects.length = 0
    replies = 0
    desk = await startDesk({ data_dir: join(disk, 'data') })
    await mail(desk)
    await expect.poll(async () => (await conversations(desk)).length).toBe(1)
  })
  test.afterAll(async () => {
    await desk?.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  const ballast = () => join(disk, 'ballast')
  /** Fills the disk until only this much is left. */
  function fill(bytes_left: number): void {
    const { bavail, bsize } = statfsSync(disk)
    execFileSync('fallocate', ['-l', String(bavail * bsize - bytes_left), ballast()])
  }
  /** Fills the disk to its last page, whatever PostgreSQL writes or deletes in the meantime. */
  function fillCompletely(): void {
    const page = Buffer.alloc(64 * 1024)
    const file = openSync(ballast(), 'a')
    try {
      for (;;) writeSync(file, page)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    } finally {
      closeSync(file)
    }
  }
  const freeSpace = () => rmSync(ballast())
  const post = async ({ parley, api }: Desk) => {
    const [conversation] = await conversations(desk)
    return api
      .call(sendMessage, {
        params: { uuid: conversation?.uuid ?? '' },
        body: { message: '<p>Anybody there?</p>', private: true },
      })
      .then(
        () => parley.url,
        (error: Error) => error.message,
      )
  }

  test('with little space left, sending returns 507, mail servers are told to retry, and reading still works', async () => {
    fill(20 * 1024 ** 2)
    await expect.poll(() => ready(desk), { timeout: 20_000 }).toBe('degraded')
    // The server measures the free space at most once a second.
    await expect.poll(() => post(desk), { timeout: 5_000 }).toMatch(/507 .*out of disk space/)
    const waiting = mail(desk)
    await expect.poll(() => desk.mta.retries(), { timeout: 20_000 }).toBeGreaterThan(1)
    expect(desk.mta.lastResponse()).toMatch(/^452 /)
    expect(await conversations(desk)).toHaveLength(1)
    const startedAt = Date.now()
    freeSpace()
    await waiting
    await expectRecovered(desk, startedAt)
  })

  test('without any space, PostgreSQL may stop; with space again, everything continues', async () => {
    fillCompletely()
    // Writes WAL: PostgreSQL stops itself if there is no space for it.
    await desk.parley.query('select pg_switch_wal()').catch(() => {})
    await desk.parley
      .query(
        'create table ballast as select repeat(md5(n::text), 100) as text from generate_series(1, 300000) n',
      )
      .catch(() => {})
    const waiting = mail(desk)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    expect(desk.parley.isRunning()).toBe(true)
    const startedAt = Date.now()
    freeSpace()
    await waiting
    await desk.parley.query('drop table if exists ballast').catch(() => {})
    await expectRecovered(desk, startedAt)
  })
})
