// Connection lost, read-only after a failover, serialisation, resources short, shutting down, disk: the mail is not to blame.
const passingStates = /^(?:08|25|40|53|55|57|58)/
const passingCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['ENOSPC', 'EMFILE', 'ENFILE', 'EIO', 'EDQUOT', 'EROFS', 'EACCES', 'ENOMEM'],
])

/** Said of work that will do later: the job is tried again with growing pauses. */
export class Later extends Error {
  override name = 'Later'
}

/** Whether an error comes from the surroundings (database, disk, network), which get better, rather than from what was being done. */
export function isPassing(error: Error & { code?: string }): boolean {
  const code = error.code ?? ''
  if (error instanceof Later || passingCodes.has(code)) return true
  if (/^[0-9A-Z]{5}$/.test(code)) return passingStates.test(code)
  return /connection terminated|not queryable|timeout exceeded when trying to connect|server is stopping|driver has already been destroyed|cannot use a pool after/i.test(
    error.message,
  )
}
