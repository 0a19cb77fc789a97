import { statfs } from 'node:fs/promises'
import { degraded, down, ok, type Verdict } from '../readiness.ts'

/** Below this, administrators are warned. */
const warnBelowBytes = 512 * 1024 ** 2
/** Kept free: a PostgreSQL that finds no room for its log stops altogether, and nobody could sign in to free some. */
const reservedBytes = 64 * 1024 ** 2
const cacheTtlMs = 1_000

export type DiskSpace = {
  /** Throws DiskFull when nothing more should be stored. */
  assertRoom(): Promise<void>
  verdict(): Promise<Verdict>
}

/** Refused before the disk is really full; the code is the system's own, so that both are handled alike. */
export class DiskFullError extends Error {
  override name = 'DiskFull'
  readonly code = 'ENOSPC'
}

/** Watches the free space where `folder` is. */
export function watchDiskSpace(
  folder: string,
  readFreeBytes: () => Promise<number> = () => freeBytes(folder),
): DiskSpace {
  let latest: { at: number; bytes: Promise<number> } | undefined
  const currentFreeBytes = () => {
    if (!latest || performance.now() - latest.at > cacheTtlMs)
      latest = { at: performance.now(), bytes: readFreeBytes() }
    return latest.bytes
  }
  return {
    async assertRoom() {
      // A system that can't tell has to say ENOSPC itself.
      const bytes = await currentFreeBytes().catch(() => Number.POSITIVE_INFINITY)
      if (bytes < reservedBytes)
        throw new DiskFullError(`Only ${formatBytes(bytes)} are free in the data folder`)
    },
    async verdict() {
      const bytes = await currentFreeBytes()
      if (bytes < reservedBytes)
        return down(
          `The disk is full: ${formatBytes(bytes)} are left for the data folder. Nothing new is stored until there is more room`,
        )
      if (bytes < warnBelowBytes)
        return degraded(`The disk is nearly full: ${formatBytes(bytes)} are left for the data folder`)
      return ok(`${formatBytes(bytes)} are free`)
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const formatBytes = (bytes: number) =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`
