import { randomBytes } from 'node:crypto'
import type { Progress } from '../progress.ts'

/** Where backups are kept, under their names. */
export type BackupTarget = {
  /** Absolute path on this machine at which the archive with this name is written; unfinished ones are continued there. */
  workPath(name: string): Promise<string>
  /** Brings a finished archive to its place. */
  store(path: string, name: string, progress: Progress): Promise<void>
  /** Names of all archives. */
  list(): Promise<string[]>
  /** Calls back with a path on this machine from which the archive can be read. */
  withPath<T>(name: string, use: (path: string) => Promise<T>, progress?: Progress): Promise<T>
  /** Removing one that isn't there does nothing. */
  remove(name: string): Promise<void>
  /** A small file beside the archives, replaced as a whole. */
  writeText(name: string, text: string): Promise<void>
  /** Null if there is none. */
  findText(name: string): Promise<string | null>
  stop(): void
}

const nameStart = 'parley-'
const nameEnd = '.parley'

/**
 * "parley-2026-11-28T03-00-00Z-1f0c9a.parley": in the order of time, and a file name everywhere. Random digits, because workspaces that
 * share a place make backups at the same times.
 */
export const backupName = (at: Date): string =>
  `${nameStart}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(3).toString('hex')}${nameEnd}`

/** Earlier releases wrote no digits. */
export const isBackupName = (name: string): boolean =>
  /^parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-[0-9a-f]{6})?\.parley$/.test(name)

export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
