import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FileLock, lockFile, readLockHolder } from './file-lock.ts'

/** Another process runs the embedded database of this data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(data_dir: string) {
    const holder = readLockHolder(lockPath(data_dir))
    super(
      `Another Parley${holder ? ` (${holder})` : ''} is already using the data folder ${data_dir}. ` +
        'Stop it first, or set PARLEY_DATA_DIR to another folder.',
    )
  }
}

type Warn = (line: string) => void

const lockPath = (data_dir: string) => join(data_dir, 'parley.lock')

/** Held for its whole life by the process that runs the embedded database. Throws DataFolderInUse. */
export async function lockDataFolder(data_dir: string, warn: Warn, timeout_ms = 1_000): Promise<FileLock> {
  const onUnsupported = () =>
    warn(
      `The file system of ${data_dir} doesn’t support file locks, so a second Parley can start on this folder`,
    )
  // The system takes a moment to close the files of a killed process.
  const lock = await waitForLock(lockPath(data_dir), onUnsupported, timeout_ms)
  if (!lock) throw new DataFolderInUse(data_dir)
  return lock
}

/**
 * Every PostgreSQL process of this data folder inherits and holds this lock. Once acquired, no server is running on the cluster, not
 * even in another container, so its `postmaster.pid` is safe to remove. On Windows, child processes do not inherit it.
 */
export async function acquireClusterLock(data_dir: string, timeout_ms = 10_000): Promise<FileLock> {
  const lock = await waitForLock(join(data_dir, 'postgres.lock'), () => {}, timeout_ms)
  if (lock) return lock
  throw new Error(
    `A PostgreSQL server that this process can’t see, perhaps in another container, is still using the data folder ${data_dir}. ` +
      'Stop it first, or set PARLEY_DATA_DIR to another folder.',
  )
}

async function waitForLock(path: string, onUnsupported: () => void, timeout_ms: number) {
  for (const end = Date.now() + timeout_ms; ; await wait(50)) {
    const lock = lockFile(path, onUnsupported)
    if (lock || Date.now() > end) return lock
  }
}
