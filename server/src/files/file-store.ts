import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Files addressed by the SHA-256 of their content, never by a user-supplied name. */
export type FileStore = {
  /** Durable when it returns: written, flushed and renamed. Returns the hash. */
  put(bytes: Uint8Array): Promise<Buffer>
  /**
   * The same without buffering the file in memory. If it exceeds `limit` bytes, nothing is kept and the result is
   * null.
   */
  putStream(source: AsyncIterable<Uint8Array>, limit: number): Promise<{ hash: Buffer; size: number } | null>
  /**
   * Stores a file derived from another (a thumbnail), or its compressed form, under the hash plus a suffix. Durable
   * when it returns.
   */
  putBeside(hash: Buffer, suffix: string, bytes: Uint8Array): Promise<void>
  get(hash: Buffer, suffix?: string): Promise<Buffer>
  /**
   * A path at which another process on this machine can read the file.
   * @throws ENOENT if there is no such file
   */
  locate(hash: Buffer): Promise<string>
  /** `range` is in bytes from 0, inclusive at both ends. */
  stream(hash: Buffer, suffix?: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removes an unreferenced file, unless the same bytes were stored again within the last `grace_ms`. */
  remove(hash: Buffer, suffix: string, grace_ms: number): Promise<void>
}

/** A store on the local disk, in folders by the first two bytes of the hash. `area` separates kinds of files. */
export function createLocalFileStore(
  data_dir: string,
  area: 'media' | 'mail',
  /** Throws if nothing more should be stored. */
  assertRoom: () => Promise<void> = async () => {},
): FileStore {
  const pathOf = (hash: Buffer, suffix = '') => {
    const name = hash.toString('hex')
    return join(data_dir, 'files', area, name.slice(0, 2), name.slice(2, 4), name + suffix)
  }
  return {
    async put(bytes) {
      await assertRoom()
      const hash = createHash('sha256').update(bytes).digest()
      const path = pathOf(hash)
      if (!(await touchIfExists(path))) await writeDurably(path, (file) => file.writeFile(bytes))
      return hash
    },
    async putStream(source, limit) {
      await assertRoom()
      const digest = createHash('sha256')
      let size = 0
      const temporaryPath = join(data_dir, 'files', area, 'arriving', randomBytes(12).toString('hex'))
      const isComplete = await writeTemporary(temporaryPath, async (file) => {
        for await (const chunk of source) {
          size += chunk.length
          if (size > limit) return false
          digest.update(chunk)
          await file.writeFile(chunk)
        }
        return true
      })
      if (!isComplete) {
        await unlink(temporaryPath)
        return null
      }
      const hash = digest.digest()
      const path = pathOf(hash)
      if (await touchIfExists(path)) await unlink(temporaryPath)
      else await moveDurably(temporaryPath, path)
      return { hash, size }
    },
    async putBeside(hash, suffix, bytes) {
      await assertRoom()
      await writeDurably(pathOf(hash, suffix), (file) => file.writeFile(bytes))
    },
    get: (hash, suffix) => readFile(pathOf(hash, suffix)),
    async locate(hash) {
      const path = pathOf(hash)
      await stat(path)
      return path
    },
    async stream(hash, suffix, range) {
      const path = pathOf(hash, suffix)
      await stat(path) // fails for a missing file before any header is sent
      return createReadStream(path, range)
    },
    async remove(hash, suffix, grace_ms) {
      const path = pathOf(hash, suffix)
      const removedPath = `${path}.${randomBytes(6).toString('hex')}.gone`
      try {
        await rename(path, removedPath)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
        throw error
      }
      // A concurrent put of the same bytes either touched the file before the rename, which shows here, or wrote it
      // again.
      const { mtimeMs } = await stat(removedPath)
      if (Date.now() - mtimeMs < grace_ms) await rename(removedPath, path)
      else await unlink(removedPath)
    },
  }
}

/**
 * Touches the file; returns false if there is none. The touch is also the check, so that remove() cannot interfere.
 */
const touchIfExists = (path: string) => {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

// A crash may leave a partial temporary file, never a partial file under its real name.
async function writeDurably(path: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await writeTemporary(temporary, write)
  await moveDurably(temporary, path)
}

async function writeTemporary<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const result = await write(file)
    await file.sync()
    return result
  } catch (error) {
    await unlink(path).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  await fsyncFolder(dirname(to))
}

async function fsyncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch {
    // Windows cannot flush a folder; there the rename itself is durable.
  } finally {
    await folder.close()
  }
}
