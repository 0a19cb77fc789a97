import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Actor } from '../actor.ts'
import { type AppDeps, buildApp } from '../app.ts'
import { createDb, createPool } from '../db/pool.ts'
import { transactor } from '../db/transaction.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { hashToken } from '../identity/sessions/session.ts'
import { findSystemActor } from '../identity/system-actor.ts'
import { createLog } from '../log.ts'
import { startNode } from '../nodes/node.ts'
import { loadPushedObjects } from '../pushed-objects.ts'
import { startHub } from '../realtime/hub.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { createSecrets } from '../secrets.ts'
import { createSystemResolver } from '../sender-auth/dns-resolver.ts'
import { readEpoch } from '../spine/epoch.ts'
import { startEventNotifier } from '../spine/event-notifier.ts'
import { createFactories } from './factories.ts'
import { testClock } from './test-clock.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * The whole server with its own database and a clock that tests control. Requests go through `as(actor)`; recorded events are read with
 * `events()`.
 */
export async function startTestApp(
  overrides: Partial<
    Pick<
      AppDeps,
      | 'outbound'
      | 'oauth_providers'
      | 'webhook_reach'
      | 'ai_reach'
      | 'ai_limits'
      | 'version'
      | 'readiness'
      | 'disk'
      | 'mail_host'
      | 'oidc_reach'
      | 'push_reach'
      | 'trusted_proxies'
      | 'log'
      | 'metrics_route'
      | 'update_url'
      | 'installation'
    >
  > = {},
) {
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('database_url'))
  const admin = new pg.Client(url.href)
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')}`)
  url.pathname = `/${name}`
  const connectionString = url.href

  const log = overrides.log ?? createLog('silent')
  const clock = testClock()
  const pool = createPool(connectionString, 8)
  const db = createDb(pool)
  const wake = await startEventNotifier(pool, connectionString, log)
  /** Another process on the same database, if called again. */
  const startTestNode = (lease_ttl_ms?: number) =>
    startNode({
      connectionString,
      log,
      roles: new Set(['web', 'worker', 'mail']),
      version: 'test',
      lease_ttl_ms,
    })
  const node = await startTestNode()
  const act = transactor(db, clock, wake.announce)
  const root_url = 'http://desk.parley.test'
  const hub = await startHub({ db, clock, wake, log, loadObjects: loadPushedObjects(db, root_url) })
  const data_dir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const files = {
    media: createLocalFileStore(join(data_dir, 'files'), 'media'),
    mail: createLocalFileStore(join(data_dir, 'files'), 'mail'),
  }
  const secrets = createSecrets('a key for tests only')
  const sandbox = startSandbox(log)
  const app = await buildApp({
    db,
    act,
    node,
    clock,
    log,
    hub,
    secrets,
    files,
    sandbox,
    root_url,
    mail_host: null,
    ehlo: 'desk.parley.test',
    version: 'test',
    epoch: await readEpoch(db),
    ...toInstallation(data_dir),
    ...overrides,
  })
  const system = await findSystemActor(db)
  if (!system) throw new Error('The template has no workspace')

  /** Calls as this agent, with a new session that stays confirmed however far the clock advances. `stale` makes it require a confirmation. */
  async function as(actor: Pick<Actor, 'id'>, { stale = false } = {}) {
    const token = randomBytes(16).toString('hex')
    const inAYear = new Date(clock.now().getTime() + 365 * 86_400_000)
    await db
      .insertInto('sessions')
      .values({
        id_hash: hashToken(token),
        agent_id: actor.id,
        created_at: stale ? new Date(clock.now().getTime() - 3_600_000) : clock.now(),
        last_seen_at: clock.now(),
        expires_at: inAYear,
        confirmed_at: stale ? null : inAYear,
      })
      .execute()
    const call =
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
      (path: string, payload?: object, headers: Record<string, string> = {}) =>
        send({
          method,
          url: path,
          headers: { ...headers, cookie: `parley_session=${token}; csrf_token=test`, 'x-csrftoken': 'test' },
          ...(payload && { payload }),
        })
    return { get: call('GET'), post: call('POST'), put: call('PUT'), del: call('DELETE'), token }
  }
  const send = async (options: InjectOptions) => {
    const reply = await app.inject(options)
    return { status: reply.statusCode, headers: reply.headers, body: readBody(reply.body) }
  }

  return {
    app,
    db,
    pool,
    act,
    clock,
    log,
    hub,
    wake,
    node,
    startTestNode,
    leases: node.leases,
    files,
    sandbox,
    secrets,
    ehlo: 'desk.parley.test',
    system,
    data_dir,
    connectionString,
    make: createFactories(db, act, system, () => clock.now()),
    as,
    send,
    /** The types of recorded events, oldest first. */
    events: async (conversation_id?: number) =>
      (
        await db
          .selectFrom('events')
          .select('type')
          .$if(conversation_id !== undefined, (only) =>
            only.where('conversation_id', '=', conversation_id ?? 0),
          )
          .orderBy('id')
          .execute()
      ).map((row) => row.type),
    /** The queued jobs with their times. */
    jobs: async () =>
      (
        await sql<{ task: string; run_at: Date; key: string | null }>`
          select task_identifier as task, run_at, key from graphile_worker.jobs order by id`.execute(db)
      ).rows,
    async stop() {
      await hub.stop()
      await sandbox.stop()
      await app.close()
      await node.stop()
      await wake.stop()
      await db.destroy()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Checking it contacts only this machine. */
const toInstallation = (data_dir: string): Pick<AppDeps, 'installation' | 'resolve'> => ({
  installation: { ...testInstallation, data_dir, files_dir: join(data_dir, 'files') },
  resolve: createSystemResolver(),
})
export const testInstallation: Omit<AppDeps['installation'], 'data_dir' | 'files_dir'> = {
  ...{ port: 1, host: '127.0.0.1', root_url: 'http://localhost:1', database_url: undefined },
  ...{
    s3: undefined,
    secret_key: 'a key for tests only',
    roles: new Set(['web', 'worker']),
    mail_host: null,
  },
  ...{ smtp_receiver_port: 0, smtp_receiver_tls: undefined, smtp_receiver_proxy: false },
  backups: {
    ...{ target: null, schedule: null, retention: null, passphrase: undefined },
    s3: { region: 'us-east-1', endpoint: undefined, credentials: undefined, force_path_style: false },
  },
}

// Responses have many shapes; each test asserts what it expects.
// biome-ignore lint/suspicious/noExplicitAny: see above
function readBody(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
