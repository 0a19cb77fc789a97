import pg from 'pg'

/** How long the database may take to answer before the start fails. */
const defaultTimeoutMs = 10_000
const minVersion = 15

/** Throws an error that names the setting if the database cannot be used. Changes nothing. */
export async function checkDatabase(
  connectionString: string,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'The URL' = 'DATABASE_URL',
  timeout_ms = defaultTimeoutMs,
): Promise<void> {
  const target = describeUrl(connectionString)
  try {
    const facts = await withTimeout(inspectDatabase(connectionString, timeout_ms), timeout_ms)
    const refusal = findRefusal(facts, setting)
    if (refusal) throw new UnusableDatabase(refusal)
  } catch (error) {
    const reason =
      error instanceof UnusableDatabase ? error.message : explainError(error as ConnectionError, target)
    throw new Error(`${setting} points to ${target.text}, but ${reason}`, { cause: error })
  }
}

class UnusableDatabase extends Error {}
class TimedOut extends Error {}
type ConnectionError = Error & { code?: string }
type ConnectionTarget = { text: string; host: string; port: string; user: string; database: string }

type DatabaseFacts = {
  version: string
  version_num: number
  encoding: string
  read_only: boolean
  has_workspace: boolean
  may_create: boolean
  role: string
}

async function inspectDatabase(connectionString: string, timeout_ms: number): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeout_ms,
    query_timeout: timeout_ms,
  })
  // A connection that breaks later must not end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<DatabaseFacts>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as version_num,
        current_setting('server_encoding') as encoding, current_user as role,
        pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only,
        to_regclass('migrations') is not null as has_workspace,
        has_database_privilege(current_database(), 'CREATE') and
          coalesce((select bool_or(has_schema_privilege(s, 'CREATE')) from unnest(current_schemas(false)) s), false) as may_create`)
    const [facts] = rows
    if (!facts) throw new UnusableDatabase('it doesn’t respond like a PostgreSQL server.')
    return facts
  } finally {
    // Not awaited: it would wait for a server that hangs.
    void client.end().catch(() => {})
  }
}

function findRefusal(facts: DatabaseFacts, setting: string): string | null {
  if (Math.floor(facts.version_num / 10_000) < minVersion)
    return `it is PostgreSQL ${facts.version}. Parley needs PostgreSQL ${minVersion} or newer.`
  if (facts.encoding !== 'UTF8')
    return `its encoding is ${facts.encoding}. Create the database with: create database … encoding 'UTF8' template template0.`
  if (facts.read_only) return `it is read-only, like a standby server. Set ${setting} to the primary server.`
  if (!facts.has_workspace && !facts.may_create)
    return `the user ${facts.role} isn’t allowed to create tables in it. Make that user the owner of the database.`
  return null
}

function explainError(error: ConnectionError, { host, port, user, database }: ConnectionTarget): string {
  const server = `${host}:${port}`
  const sentences: Record<string, string> = {
    ECONNREFUSED: `nothing is listening on ${server}. Start PostgreSQL there, or correct the host and port.`,
    ENOTFOUND: `the host "${host}" doesn’t exist. Correct the host name.`,
    EAI_AGAIN: `the DNS lookup of the host "${host}" failed. Check this machine’s network.`,
    ENETUNREACH: `${server} can’t be reached from this machine. Check the network.`,
    EHOSTUNREACH: `${server} can’t be reached from this machine. Check the network.`,
    ETIMEDOUT: noAnswerSentence(server),
    ECONNRESET: `${server} closed the connection. Check that a PostgreSQL server is listening there.`,
    '28P01': `it rejected the password of the user ${user}. Correct the user name or the password.`,
    '28000': `it doesn’t allow the user ${user} to connect from this machine (${error.message}). Correct the user name, or pg_hba.conf on the server.`,
    '3D000': `the database "${database}" doesn’t exist. Create it, or correct the name.`,
    '42501': `the user ${user} lacks a permission (${error.message}).`,
    '53300': 'it has no free connections. Raise max_connections, or close other connections.',
    '57P03': 'it is still starting up or shutting down. Start Parley again when it is ready.',
  }
  if (error instanceof TimedOut || /timeout/i.test(error.message)) return noAnswerSentence(server)
  if (/terminated unexpectedly/.test(error.message)) return `${sentences.ECONNRESET}`
  if (/does not support SSL/.test(error.message))
    return 'it doesn’t support TLS. Remove sslmode from the URL, or enable TLS on the server.'
  if (/certificate|CERT|altname/i.test(`${error.code} ${error.message}`))
    return `its TLS certificate isn’t trusted (${error.message}). Set sslrootcert=… in the URL to the certificate authority’s file.`
  return sentences[error.code ?? ''] ?? `it can’t be used: ${error.message || error.code}.`
}

const noAnswerSentence = (server: string) =>
  `${server} isn’t responding. Check the host, the port and any firewall in between.`

/** For error messages: everything but the password. */
function describeUrl(connectionString: string): ConnectionTarget {
  const url = new URL(connectionString)
  const host = safeDecode(url.hostname) || url.searchParams.get('host') || 'localhost'
  const port = url.port || url.searchParams.get('port') || '5432'
  const user = safeDecode(url.username) || '(none)'
  const database = safeDecode(url.pathname.slice(1)) || user
  return { text: `the database "${database}" on ${host}:${port}`, host, port, user, database }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function withTimeout<T>(work: Promise<T>, timeout_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), timeout_ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
