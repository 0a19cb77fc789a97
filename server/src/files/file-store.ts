import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Files by the SHA-256 of what they hold, never by a name from outside. */
export type FileStore = {
  /** Durable when it returns: written, flushed and renamed. Answers the hash. */
  put(bytes: Uint8Array): Promise<Buffer>
  /** The same without holding the file in memory. Past `limit` bytes nothing is kept and the answer is null. */
  putStream(source: AsyncIterable<Uint8Array>, limit: number): Promise<{ hash: Buffer; size: number } | null>
  /** Durable under a name of the caller's making, for what belongs to a hash (thumbnails). */
  putBeside(hash: Buffer, suffix: string, bytes: Uint8Array): Promise<void>
  get(hash: Buffer, suffix?: string): Promise<Buffer>
  /** Where another process of this machine can read the file. @throws ENOENT when there is none */
  locate(hash: Buffer): Promise<string>
  /** `range` counts bytes from 0, both ends included. */
  stream(hash: Buffer, suffix?: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removes a file that nothing refers to, unless somebody put the same bytes again within the last `spare_ms`. */
  remove(hash: Buffer, suffix: string, grace_ms: number): Promise<void>
}

/** On the local disk, in folders by the first two bytes of the hash. `area` keeps kinds of files apart. */
export function createLocalFileStore(
  data_dir: string,
  area: 'media' | 'mail',
  /** Throws when nothing more should be stored. */
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
      const arriving = join(data_dir, 'files', area, 'arriving', randomBytes(12).toString('hex'))
      const whole = await writeTemporary(arriving, async (file) => {
        for await (const chunk of source) {
          size += chunk.length
          if (size > limit) return false
          digest.update(chunk)
          await file.writeFile(chunk)
        }
        return true
      })
      if (!whole) {
        await unlink(arriving)
        return null
      }
      const hash = digest.digest()
      const path = pathOf(hash)
      if (await touchIfExists(path)) await unlink(arriving)
      else await moveDurably(arriving, path)
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
      await stat(path) // a missing file fails here, before any header is sent
      return createReadStream(path, range)
    },
    async remove(hash, suffix, spare_ms) {
      const path = pathOf(hash, suffix)
      const leaving = `${path}.${randomBytes(6).toString('hex')}.gone`
      try {
        await rename(path, leaving)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
        throw error
      }
      // Whoever put the same bytes in the meantime either touched the file before it was renamed, which shows here, or wrote it anew.
      const { mtimeMs } = await stat(leaving)
      if (Date.now() - mtimeMs < spare_ms) await rename(leaving, path)
      else await unlink(leaving)
    },
  }
}

/** False when there is no such file. Touching it is the look, so that remove() cannot come in between. */
const touchIfExists = (path: string) => {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

// A crash may leave a half-written temporary file, never a half-written file under its real name.
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
    // Windows cannot flush a folder; there the rename is durable by itself.
  } finally {
    await folder.close()
  }
}
