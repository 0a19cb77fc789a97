import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** What is between us and PostgreSQL. */
export type Pooler = {
  /**
   * Connections are lent a session of the database per transaction, as by PgBouncer with `pool_mode = transaction`. Settings, locks,
   * LISTEN and anything else that belongs to a session must not be used.
   */
  shares_sessions: boolean
  /** Named prepared statements work: in sessions of their own always, in shared ones if the pooler keeps track of them. */
  keeps_named_statements: boolean
}

export const noPooler: Pooler = { shares_sessions: false, keeps_named_statements: true }

/** A pooler may happen to lend the same session, and other clients use it as well. */
const attempts = 5

/** Finds out by trying, because poolers don't say what they are. Takes a few milliseconds, and changes nothing. */
export async function probePooler(connectionString: string): Promise<Pooler> {
  const clients = [openClient(connectionString), openClient(connectionString)] as const
  const [a, b] = clients
  try {
    await Promise.all(clients.map((client) => client.connect()))
    if (!(await sharesSessions(a, b))) return noPooler
    return { shares_sessions: true, keeps_named_statements: await keepsNamedStatements(a, b) }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

const openClient = (connectionString: string) => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  return client
}

const readSession = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** Two open connections with the same session, or one that changes it, can only be lent ones. */
async function sharesSessions(a: pg.Client, b: pg.Client): Promise<boolean> {
  const ownSession = await readSession(a)
  for (let i = 0; i < attempts; i++) {
    await b.query('begin')
    const otherSession = await readSession(b)
    const isShared = otherSession === ownSession || (await readSession(a)) !== ownSession
    await b.query('rollback')
    if (isShared) return true
  }
  return false
}

/** Prepares a statement in one session, and executes it while another client holds that session, so in a different one. */
async function keepsNamedStatements(a: pg.Client, b: pg.Client): Promise<boolean> {
  const statement = { name: `parley probe ${randomBytes(6).toString('hex')}`, text: 'select 1' }
  try {
    for (let i = 0; i < attempts; i++) {
      await a.query(statement)
      // In the session that the other one has just prepared it in.
      await b.query(statement)
      await b.query('begin')
      await readSession(b)
      await a.query(statement)
      await b.query('rollback')
    }
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    // It exists already, or doesn't exist.
    if (code === '42P05' || code === '26000') return false
    throw error
  }
}
