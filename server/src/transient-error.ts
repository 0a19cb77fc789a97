/** What a transient error is about. Each kind has its own answer in http/errors.ts. */
export type TransientKind =
  /** PostgreSQL undid the transaction because of another one; running it again is safe. */
  | 'conflict'
  /** The database can't be reached, is restarting, or has no connection to spare. */
  | 'database'
  /** The database accepts reads only, for example during a failover. */
  | 'read_only'
  | 'disk_full'
  /** Memory, file handles, locks or time ran short. */
  | 'resources'
  /** The disk fails or refuses access. */
  | 'storage'
  | 'network'

// SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html. The first match decides.
const sqlStates: readonly [RegExp, TransientKind][] = [
  [/^40(?:001|P01)$/, 'conflict'],
  [/^25006$/, 'read_only'],
  [/^53100$/, 'disk_full'],
  // Connection lost, idle connection closed, too many connections, shutting down, crashed, starting up.
  [/^(?:08...|25P03|40...|53300|57P..)$/, 'database'],
  [/^(?:53|55|57)/, 'resources'],
  [/^58/, 'storage'],
]

const nodeCodes: Readonly<Record<string, TransientKind>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EMFILE: 'resources',
  ENFILE: 'resources',
  ENOMEM: 'resources',
  EIO: 'storage',
  EROFS: 'storage',
  EACCES: 'storage',
  ECONNREFUSED: 'network',
  ECONNRESET: 'network',
  ECONNABORTED: 'network',
  ETIMEDOUT: 'network',
  EPIPE: 'network',
  ENOTFOUND: 'network',
  EAI_AGAIN: 'network',
  EHOSTUNREACH: 'network',
  ENETUNREACH: 'network',
}

/** The driver and its pool report a lost connection without a code. */
const lostConnectionMessage =
  /connection terminated|not queryable|connection error|timeout exceeded when trying to connect|timeout expired|server is stopping|driver has already been destroyed|cannot use a pool after/i

/** Thrown by work that can't be done yet: its job is retried with growing pauses. */
export class RetryLater extends Error {
  override name = 'RetryLater'
}

/** What kind of transient error this is; null for an error of the work itself, which a retry would meet again. */
export function transientKind(error: unknown): TransientKind | null {
  if (!(error instanceof Error)) return null
  const { code, message } = error as Error & { code?: unknown }
  if (typeof code === 'string') {
    const known = nodeCodes[code]
    if (known) return known
    if (/^[0-9A-Z]{5}$/.test(code)) return sqlStates.find(([states]) => states.test(code))?.[1] ?? null
  }
  return lostConnectionMessage.test(message) ? 'database' : null
}

/** Whether the error comes from the environment (database, disk, network), which recovers, rather than from the work. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RetryLater || transientKind(error) !== null
