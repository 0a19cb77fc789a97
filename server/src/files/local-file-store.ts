import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileArea, type FileStore, parseStoredName, type StoredFile, storedPath } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'

/** No upload takes this long. */
const abandonedAfterMs = 86_400_000
/** No removal takes this long. */
const interruptedAfterMs = 600_000
/** More than there are removals of the same file at the same time. */
const maxLooks = 10

/**
 * A store in a folder on this machine, or on a network file system that several nodes share: whatever has to be certain
 * relies on renaming, which the file server does in one step, and on opening a file, which fetches its current state.
 * Why: docs/decisions/0068-file-storage.md.
 */
export function createLocalFileStore(
  folder: string,
  area: FileArea,
  /** Throws if nothing more should be stored. */
  assertRoom: () => Promise<void> = async () => {},
): FileStore {
  const root = join(folder, area)
  const pathOf = (hash: Buffer, suffix = '') => join(root, storedPath(hash, suffix))
  const arrivingFolder = join(root, 'arriving')
  const removedFolder = join(root, 'removed')
  const temporaryPath = () => join(arrivingFolder, randomBytes(12).toString('hex'))

  const writeDurably = async (path: string, bytes: Uint8Array) => {
    const temporary = temporaryPath()
    await writeTemporary(temporary, (file) => file.writeFile(bytes))
    await moveDurably(temporary, path)
  }
  const openStored = async (hash: Buffer, suffix?: string) => {
    const path = pathOf(hash, suffix)
    // While it is looked for, one removal may give up and another begin, each of which moves it.
    for (let look = 1; look < maxLooks; look++) {
      const opened = (await openIfThere(path)) ?? (await openRemoved(removedFolder, hash, suffix))
      if (opened) return opened
    }
    return { path, file: await open(path, 'r') }
  }
  return {
    async put(bytes) {
      await assertRoom()
      const hash = createHash('sha256').update(bytes).digest()
      // Also if it exists: only a new file is certain to outlive a removal that has begun on another node.
      await writeDurably(pathOf(hash), bytes)
      return hash
    },
    async putStream(source, limit) {
      await assertRoom()
      const digest = createHash('sha256')
      let size = 0
      const temporary = temporaryPath()
      const isComplete = await writeTemporary(temporary, async (file) => {
        for await (const chunk of source) {
          size += chunk.length
          if (size > limit) return false
          digest.update(chunk)
          await file.writeFile(chunk)
        }
        return true
      })
      if (!isComplete) {
        await unlink(temporary)
        return null
      }
      const hash = digest.digest()
      await moveDurably(temporary, pathOf(hash))
      return { hash, size }
    },
    async putBeside(hash, suffix, bytes) {
      await assertRoom()
      await writeDurably(pathOf(hash, suffix), bytes)
    },
    async get(hash, suffix) {
      const { file } = await openStored(hash, suffix)
      return file.readFile().finally(() => file.close())
    },
    async withPath(hash, use) {
      const { file, path } = await openStored(hash)
      await file.close()
      return use(path)
    },
    stream: async (hash, suffix, range) => (await openStored(hash, suffix)).file.createReadStream(range),
    remove: (hash, suffix, grace_ms) =>
      removeUnlessRenewed(pathOf(hash, suffix), join(removedFolder, removedName(hash, suffix)), grace_ms),
    list: (prefix = '') => listFolder(join(root, prefix)),
    async removeLeftovers() {
      for await (const { path } of listOlderThan(arrivingFolder, abandonedAfterMs, 'mtimeMs'))
        await unlink(path).catch(ignoreMissing)
      // Nobody can tell whether it was stored again just before: a file too many is better than one too few.
      for await (const { name, path } of listOlderThan(removedFolder, interruptedAfterMs, 'ctimeMs')) {
        const file = parseRemovedName(name)
        if (file) await moveDurably(path, pathOf(file.hash, file.suffix))
      }
    },
  }
}

async function removeUnlessRenewed(path: string, removedPath: string, grace_ms: number): Promise<void> {
  if (!(await isOlderThan(path, grace_ms))) return
  await createFolders(dirname(removedPath))
  try {
    await rename(path, removedPath)
  } catch (error) {
    return ignoreMissing(error as NodeJS.ErrnoException)
  }
  // A concurrent put replaced the file either before the rename, which shows here, or after it.
  if (await isOlderThan(removedPath, grace_ms)) await unlink(removedPath).catch(ignoreMissing)
  else await rename(removedPath, path).catch(ignoreMissing)
}

const removedName = (hash: Buffer, suffix: string) =>
  `${randomBytes(6).toString('hex')}-${hash.toString('hex')}${suffix}`

const parseRemovedName = (name: string) => parseStoredName(name.slice(name.indexOf('-') + 1))

/** One whose removal is about to give up, or was interrupted. */
async function openRemoved(folder: string, hash: Buffer, suffix = '') {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  const name = names.find((name) => name.endsWith(`-${hash.toString('hex')}${suffix}`))
  return name === undefined ? undefined : openIfThere(join(folder, name))
}

const openIfThere = (path: string) => open(path, 'r').then((file) => ({ file, path }), ignoreMissing)

async function* listFolder(path: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(path, { recursive: true }).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) {
    const file = parseStoredName(entry.name)
    if (!file || !entry.isFile()) continue
    const stats = await stat(join(entry.parentPath, entry.name)).catch(ignoreMissing)
    if (stats) yield { ...file, size: stats.size, modified_at: stats.mtimeMs }
  }
}

async function* listOlderThan(folder: string, ms: number, time: 'mtimeMs' | 'ctimeMs') {
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name)
    const stats = await stat(path).catch(ignoreMissing)
    if (stats && Date.now() - stats[time] > ms) yield { name, path }
  }
}

/** False if there is no such file. Opens it, because a network file system may have cached the state of a mere path. */
async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const file = await open(path, 'r').catch(ignoreMissing)
  if (!file) return false
  try {
    return Date.now() - (await file.stat()).mtimeMs >= ms
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

// A crash may leave a partial temporary file, never a partial file under its real name.
async function writeTemporary<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await inFolder(path, () => open(path, 'wx', 0o600))
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
  await inFolder(to, () => rename(from, to))
  await syncFolder(dirname(to))
}

/** Creates the folder of this path only if it turns out to be missing: most files go into one that exists. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException)
    await createFolders(dirname(path))
    return work()
  }
}

/** Creates the missing folders on this path, durably. */
async function createFolders(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  const parent = dirname(first)
  for (let folder = path; folder !== parent; ) {
    folder = dirname(folder)
    await syncFolder(folder)
  }
}
