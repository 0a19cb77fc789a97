import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { tryLock } from 'fs-native-extensions'

/**
 * An exclusive lock of the operating system on a file (OFD lock on Linux, flock on macOS, LockFileEx on Windows). It works across containers
 * that share a folder, where process ids mean nothing, and ends with the last process that has the file open, however that process ends.
 * On Linux and macOS a child process that inherits `fd` holds the lock too.
 */
export type FileLock = { fd: number; release(): void }

// File systems without locks: some network and FUSE mounts.
const unsupportedCodes = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOLCK', 'ENOSYS', 'EINVAL'])

/** Takes the lock, or answers null when someone else holds it. `onUnsupported` is called where the file system has no locks. */
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
      // A second close could hit another file that got the number in the meantime.
      if (isHeld) closeSync(fd)
      isHeld = false
    },
  }
}

/** Who holds or last held the lock, such as "process 4711 on desk-1"; undefined where it cannot be read. */
export function readLockHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    // Windows lets nobody read a locked file.
    return undefined
  }
}

/** Only for the sentence that the next process prints, so a full disk is no reason to fail. */
function describeHolder(fd: number) {
  try {
    ftruncateSync(fd)
    writeSync(fd, `process ${process.pid} on ${hostname()}\n`)
  } catch {}
}
