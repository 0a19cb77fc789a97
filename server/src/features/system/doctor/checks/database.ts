import type { Finding } from '@parley/contract/system/system-findings'
import { sql } from 'kysely'
import type { Db } from '../../../../db/pool.ts'
import { noPooler, type Pooler, probePooler } from '../../../../db/pooler.ts'
import { type Check, error, ok, warning } from '../check.ts'

/** Connections of a node: pool, job queue, listener, leases, live updates and commands. */
const connectionsPerNode = 24
const minSharedBuffersBytes = 128 * 1024 ** 2

type Settings = {
  version: string
  /** Quoted where SQL requires it. */
  database: string
  collation_changed: boolean
  max_connections: number
  reserved_connections: number
  used_connections: number
  nodes: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  autovacuum: string
  shared_buffers: number
  statement_timeout: number
  idle_in_transaction: number
  jit: boolean
}

export const databaseCheck: Check = {
  name: 'database',
  async run({ db, installation }) {
    const settings = await readSettings(db)
    const pooler = installation.database_url ? await probePooler(installation.database_url) : noPooler
    const findings = [
      ...rules.flatMap((rule) => rule(settings) ?? []),
      ...checkConnections(settings, pooler),
      ...checkPooler(pooler),
    ]
    const problems = findings.filter(({ state }) => state !== 'ok')
    return [
      ...problems,
      ...(problems.length === 0
        ? [ok('', `PostgreSQL ${settings.version} is set up safely, with ${describeConnections(settings)}`)]
        : []),
    ]
  },
}

async function readSettings(db: Db): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select current_setting('server_version') as version, quote_ident(current_database()) as database,
      coalesce((select datcollversion is distinct from pg_database_collation_actual_version(oid)
        from pg_database where datname = current_database()), false) as collation_changed,
      current_setting('max_connections')::int as max_connections,
      current_setting('superuser_reserved_connections')::int as reserved_connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used_connections,
      (select count(*)::int from nodes where seen_at > clock_timestamp() - interval '1 minute') as nodes,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
      pg_size_bytes(current_setting('shared_buffers')) as shared_buffers,
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_timeout,
      (select reset_val::int from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_in_transaction,
      pg_jit_available() as jit`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row')
  return row
}

type Rule = (settings: Settings) => Finding | null

const rules: readonly Rule[] = [
  ({ collation_changed, database }) =>
    collation_changed
      ? error(
          'collation',
          'The operating system sorts text differently than when the database was created, so indexes may miss rows',
          `Run: reindex database ${database}; then: alter database ${database} refresh collation version`,
        )
      : null,
  ({ fsync, full_page_writes }) =>
    fsync === 'on' && full_page_writes === 'on'
      ? null
      : error(
          fsync === 'on' ? 'full_page_writes' : 'fsync',
          'A power failure can destroy the database',
          'Set fsync and full_page_writes to on, and restart PostgreSQL',
        ),
  ({ synchronous_commit }) =>
    synchronous_commit === 'off'
      ? error(
          'synchronous_commit',
          'After a crash, emails that were acknowledged can be missing: commits are reported before they are stored',
          'Set synchronous_commit to on, or to local if a standby is too slow',
        )
      : null,
  ({ autovacuum }) =>
    autovacuum === 'on'
      ? null
      : error(
          'autovacuum',
          'Autovacuum is off: tables grow without bounds, and queries become slow',
          'Set autovacuum to on',
        ),
  ({ shared_buffers }) =>
    shared_buffers < minSharedBuffersBytes
      ? warning(
          'shared_buffers',
          `Only ${Math.round(shared_buffers / 1024 ** 2)} MB of memory are set aside for data`,
          'Set shared_buffers to a quarter of the memory of the database server',
        )
      : null,
  ({ statement_timeout }) =>
    statement_timeout > 0 && statement_timeout < 60_000
      ? warning(
          'statement_timeout',
          `Statements are cancelled after ${statement_timeout / 1000} s: backups and upgrades take longer`,
          'Set statement_timeout to 0 for the user of Parley: alter role … set statement_timeout = 0',
        )
      : null,
  ({ idle_in_transaction }) =>
    idle_in_transaction > 0 && idle_in_transaction < 8_000
      ? warning(
          'idle_in_transaction_session_timeout',
          `Transactions are ended after ${idle_in_transaction / 1000} s without a statement`,
          'Set idle_in_transaction_session_timeout to at least 10 s for the user of Parley',
        )
      : null,
  // Our own connections turn it off, but those of a pooler belong to everyone.
  ({ jit, database }) =>
    jit
      ? warning(
          'jit',
          'Statements that look expensive are compiled first (JIT), which takes longer than running them',
          `Run: alter database ${database} set jit = off`,
        )
      : null,
]

type Connections = Pick<Settings, 'max_connections' | 'reserved_connections' | 'used_connections' | 'nodes'>

export function checkConnections(settings: Connections, { shares_sessions }: Pooler): Finding[] {
  const available = settings.max_connections - settings.reserved_connections
  const needed = Math.max(1, settings.nodes) * connectionsPerNode
  if (settings.used_connections > available * 0.9)
    return [
      error(
        'max_connections',
        `Almost no connection is free: ${describeConnections(settings)}`,
        'Raise max_connections, close other clients, or put a pooler in front (DATABASE_DIRECT_URL)',
      ),
    ]
  // A pooler needs fewer than the nodes open.
  if (shares_sessions || needed <= available) return []
  return [
    warning(
      'max_connections',
      `${settings.nodes} nodes use up to ${needed} connections, and only ${available} are available`,
      `Raise max_connections to ${needed + settings.reserved_connections + 10}, or put a pooler in front`,
    ),
  ]
}

const describeConnections = ({ used_connections, max_connections }: Connections) =>
  `${used_connections} of ${max_connections} connections in use`

function checkPooler({ shares_sessions, keeps_named_statements }: Pooler): Finding[] {
  if (!shares_sessions) return []
  return keeps_named_statements
    ? [ok('pooler', 'A transaction pooler that keeps track of prepared statements')]
    : [
        warning(
          'pooler',
          'The pooler doesn’t keep track of prepared statements, so each is planned again',
          'Use PgBouncer 1.21 or newer, and set max_prepared_statements = 200',
        ),
      ]
}
