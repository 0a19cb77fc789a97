/** The cause of a transient error. http/errors.ts has a response for each kind. */
export type TransientKind =
  /** PostgreSQL rolled back the transaction because of another one; retrying is safe. */
  | 'conflict'
  /** The database is unreachable, restarting, or out of connections. */
  | 'database'
  /** The database is read-only, for example during a failover. */
  | 'read_only'
  | 'disk_full'
  /** Out of memory, file handles, locks or time. */
  | 'resources'
  /** The disk or the file storage fails or denies access. */
  | 'storage'
  | 'network'

// SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html. The first match wins.
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
  // A network file system whose server was replaced or fails.
  ESTALE: 'storage',
  EREMOTEIO: 'storage',
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

/** Thrown by work that cannot be done yet: its job is retried with back-off. */
export class RetryLater extends Error {
  override name = 'RetryLater'
}

/** Thrown when the file storage (S3) fails or refuses, whatever the reason: an administrator can repair it, and a retry then succeeds. */
export class FileStorageError extends Error {
  override name = 'FileStorageError'
  /** ENOSPC if the storage is full, as on a disk. */
  readonly code: 'ENOSPC' | undefined

  constructor(message: string, { cause, is_full = false }: { cause?: unknown; is_full?: boolean } = {}) {
    super(message, { cause })
    this.code = is_full ? 'ENOSPC' : undefined
  }
}

/** The kind of a transient error; null for a permanent one, which a retry would hit again. */
export function transientKind(error: unknown): TransientKind | null {
  if (!(error instanceof Error)) return null
  const { code, message } = error as Error & { code?: unknown }
  if (typeof code === 'string') {
    const kind = nodeCodes[code]
    if (kind) return kind
    if (/^[0-9A-Z]{5}$/.test(code)) return sqlStates.find(([states]) => states.test(code))?.[1] ?? null
  }
  if (error instanceof FileStorageError) return 'storage'
  return lostConnectionMessage.test(message) ? 'database' : null
}

/** Whether an error comes from the environment (database, disk, network), which recovers, rather than from the work itself. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RetryLater || transientKind(error) !== null
