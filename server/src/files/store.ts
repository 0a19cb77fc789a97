import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Files by the SHA-256 of what they hold, never by a name from outside. */
export type FileStore = {
  /** Durable when it returns: written, flushed and renamed. Answers the hash. */
  put(bytes: Uint8Array): Promise<Buffer>
  /** Durable under a name of the caller's making, for what belongs to a hash (thumbnails). */
  putBeside(hash: Buffer, suffix: string, bytes: Uint8Array): Promise<void>
  get(hash: Buffer, suffix?: string): Promise<Buffer>
  stream(hash: Buffer, suffix?: string): Promise<Readable>
}

/** On the local disk, in folders by the first two bytes of the hash. `area` keeps kinds of files apart. */
export function localStore(data_dir: string, area: 'media' | 'mail'): FileStore {
  const pathOf = (hash: Buffer, suffix = '') => {
    const name = hash.toString('hex')
    return join(data_dir, 'files', area, name.slice(0, 2), name.slice(2, 4), name + suffix)
  }
  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest()
      const path = pathOf(hash)
      if (!(await exists(path))) await writeDurably(path, bytes)
      return hash
    },
    putBeside: (hash, suffix, bytes) => writeDurably(pathOf(hash, suffix), bytes),
    get: (hash, suffix) => readFile(pathOf(hash, suffix)),
    async stream(hash, suffix) {
      const path = pathOf(hash, suffix)
      await stat(path) // a missing file fails here, before any header is sent
      return createReadStream(path)
    },
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

// A crash may leave a half-written temporary file, never a half-written file under its real name.
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch {
    // Windows cannot flush a folder; there the rename is durable by itself.
  } finally {
    await folder.close()
  }
}
