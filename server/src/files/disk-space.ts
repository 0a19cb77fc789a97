import { statfs } from 'node:fs/promises'
import { degraded, down, ok, type Verdict } from '../readiness.ts'

/** Below this, administrators are warned. */
const lowBytes = 512 * 1024 ** 2
/** Kept free: a PostgreSQL that finds no room for its log stops altogether, and nobody could sign in to free some. */
const reserveBytes = 64 * 1024 ** 2
const freshMs = 1_000

export type DiskSpace = {
  /** Throws DiskFull when nothing more should be stored. */
  assertRoom(): Promise<void>
  verdict(): Promise<Verdict>
}

/** Refused before the disk is really full; the code is the system's own, so that both are handled alike. */
export class DiskFull extends Error {
  override name = 'DiskFull'
  readonly code = 'ENOSPC'
}

/** Watches the free space where `folder` is. */
export function watchDiskSpace(
  folder: string,
  free: () => Promise<number> = () => freeBytes(folder),
): DiskSpace {
  let latest: { at: number; bytes: Promise<number> } | undefined
  const look = () => {
    if (!latest || performance.now() - latest.at > freshMs) latest = { at: performance.now(), bytes: free() }
    return latest.bytes
  }
  return {
    async assertRoom() {
      // A system that can't tell has to say ENOSPC itself.
      const bytes = await look().catch(() => Number.POSITIVE_INFINITY)
      if (bytes < reserveBytes) throw new DiskFull(`Only ${inWords(bytes)} are free in the data folder`)
    },
    async verdict() {
      const bytes = await look()
      if (bytes < reserveBytes)
        return down(
          `The disk is full: ${inWords(bytes)} are left for the data folder. Nothing new is stored until there is more room`,
        )
      if (bytes < lowBytes)
        return degraded(`The disk is nearly full: ${inWords(bytes)} are left for the data folder`)
      return ok(`${inWords(bytes)} are free`)
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const inWords = (bytes: number) =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`
