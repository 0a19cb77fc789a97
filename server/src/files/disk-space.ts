import { statfs } from 'node:fs/promises'
import { formatBytes } from '../format-amounts.ts'
import { degraded, down, ok, type Verdict } from '../readiness.ts'

/** Administrators are warned below this. */
const warnBelowBytes = 512 * 1024 ** 2
/** Reserved: PostgreSQL stops completely without room for its log, and then nobody could sign in to free space. */
const reservedBytes = 64 * 1024 ** 2
const cacheTtlMs = 1_000

export type DiskSpace = {
  /** Throws DiskFullError if nothing more should be stored. */
  assertRoom(): Promise<void>
  verdict(): Promise<Verdict>
}

/** Thrown before the disk is really full. The code is the system's own, so that both are handled alike. */
class DiskFullError extends Error {
  override name = 'DiskFull'
  readonly code = 'ENOSPC'
}

/** Monitors the free space on the disk of `folder`, which messages call `name`. */
export function watchDiskSpace(
  folder: string,
  readFreeBytes: () => Promise<number> = () => freeBytes(folder),
  name = 'the data folder',
): DiskSpace {
  let latest: { checkedAt: number; bytes: Promise<number>; isPending: boolean } | undefined
  const currentFreeBytes = () => {
    // A dead network mount never answers, and each question would block one of the few threads for files.
    if (latest && (latest.isPending || performance.now() - latest.checkedAt <= cacheTtlMs))
      return latest.bytes
    const check = { checkedAt: performance.now(), bytes: readFreeBytes(), isPending: true }
    const end = () => {
      check.isPending = false
    }
    check.bytes.then(end, end)
    latest = check
    return check.bytes
  }
  return {
    async assertRoom() {
      // If the system cannot tell, it has to report ENOSPC itself.
      const bytes = await currentFreeBytes().catch(() => Number.POSITIVE_INFINITY)
      if (bytes < reservedBytes) throw new DiskFullError(`Only ${formatBytes(bytes)} free in ${name}`)
    },
    async verdict() {
      const bytes = await currentFreeBytes()
      if (bytes < reservedBytes)
        return down(
          `The disk is full: ${formatBytes(bytes)} left for ${name}. Nothing new is stored until there’s more space`,
        )
      if (bytes < warnBelowBytes)
        return degraded(`The disk is nearly full: ${formatBytes(bytes)} left for ${name}`)
      return ok(`${formatBytes(bytes)} free`)
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
