import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { tryLock } from 'fs-native-extensions'

/**
 * An exclusive OS lock on a file (OFD lock on Linux, flock on macOS, LockFileEx on Windows). Works across containers that share a
 * folder, where process ids are meaningless, and is released when the last process that has the file open exits, however it exits.
 * On Linux and macOS, child processes that inherit `fd` hold it too.
 */
export type FileLock = { fd: number; release(): void }

// Returned by file systems without locks, such as some network and FUSE mounts.
const unsupportedCodes = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOLCK', 'ENOSYS', 'EINVAL'])

/** Acquires the lock; null if another process holds it. Calls `onUnsupported` where the file system has no locks. */
export function lockFile(path: string, onUnsupported: () => void): FileLock | null {
  const fd = openSync(path, 'a+', 0o600)
  try {
    if (!tryLock(fd)) {
      closeSync(fd)
      return null
    }
    describeHolder(fd)
  } catch (error) {
    if (!unsupportedCodes.has((error as NodeJS.ErrnoException).code ?? '')) {
      closeSync(fd)
      throw error
    }
    onUnsupported()
  }
  let isHeld = true
  return {
    fd,
    release() {
      // A second close could hit another file that reused the descriptor.
      if (isHeld) closeSync(fd)
      isHeld = false
    },
  }
}

/** Who holds or last held the lock, such as "process 4711 on desk-1"; undefined if unreadable. */
export function readLockHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    // Windows does not allow reading a locked file.
    return undefined
  }
}

/** Only used in the next process's error message, so a full disk is not an error. */
function describeHolder(fd: number) {
  try {
    ftruncateSync(fd)
    writeSync(fd, `process ${process.pid} on ${hostname()}\n`)
  } catch {}
}
