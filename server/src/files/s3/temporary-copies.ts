import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Together; more have to wait. */
const maxBytes = 512 * 1024 * 1024
/** Nothing uses a copy this long. */
const abandonedAfterMs = 3_600_000

type Copy = { path: string; users: number; written: Promise<void> }
type Source = { size: number; open(): Promise<Readable> }

export type TemporaryCopies = {
  /** Calls `use` with the path of a private copy on this machine, shared by those that use `key` at the time. */
  use<T>(key: string, source: () => Promise<Source>, use: (path: string) => Promise<T>): Promise<T>
}

/** Copies in a folder of this machine, deleted after use. What a crash leaves behind is deleted with the first copy of a later process. */
export function createTemporaryCopies(folder: string, max_bytes = maxBytes): TemporaryCopies {
  const copies = new Map<string, Copy>()
  const room = createRoom(max_bytes)
  let prepared: Promise<void> | undefined

  const write = async (path: string, openSource: () => Promise<Source>) => {
    const source = await openSource()
    await room.enter(path, source.size)
    prepared ??= prepareFolder(folder).catch((error) => {
      prepared = undefined
      throw error
    })
    await prepared
    await pipeline(await source.open(), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  }
  const add = (key: string, source: () => Promise<Source>): Copy => {
    const path = join(folder, randomBytes(12).toString('hex'))
    const copy = { path, users: 0, written: write(path, source) }
    copies.set(key, copy)
    return copy
  }
  const leave = async (key: string, copy: Copy) => {
    copy.users -= 1
    if (copy.users > 0) return
    copies.delete(key)
    await rm(copy.path, { force: true })
    room.leave(copy.path)
  }
  return {
    async use(key, source, use) {
      const copy = copies.get(key) ?? add(key, source)
      copy.users += 1
      try {
        await copy.written
        return await use(copy.path)
      } finally {
        await leave(key, copy)
      }
    },
  }
}

/** Admits in turn what fits; something larger than all of it only alone. */
function createRoom(max_bytes: number) {
  const admitted = new Map<string, number>()
  const waiting: { id: string; size: number; enter(): void }[] = []
  let used = 0
  const admit = () => {
    for (let next = waiting[0]; next && (used === 0 || used + next.size <= max_bytes); next = waiting[0]) {
      waiting.shift()
      admitted.set(next.id, next.size)
      used += next.size
      next.enter()
    }
  }
  return {
    enter: (id: string, size: number) =>
      new Promise<void>((enter) => {
        waiting.push({ id, size, enter })
        admit()
      }),
    leave(id: string) {
      used -= admitted.get(id) ?? 0
      admitted.delete(id)
      admit()
    },
  }
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may share the folder, and use its copies.
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
