import { type FileHandle, open } from 'node:fs/promises'

/** Windows and some network file systems cannot flush a folder; there the rename itself is durable. */
const cannotSyncFolder = new Set(['EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'])

/** Makes a file that was created, renamed or removed in this folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!cannotSyncFolder.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder?.close()
  }
}
