import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, rename, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { syncFolder } from '../../files/sync-folder.ts'

export type ArchiveWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>
  addStream(name: string, size: number, source: Readable): Promise<void>
  /** Ends the archive, flushes it, and gives it its name. */
  finish(): Promise<void>
  /** Leaves the unfinished archive to be continued. */
  abandon(): Promise<void>
}

export const partialPath = (path: string): string => `${path}.part`

/** Files and folders of a backup are for their owner only. */
const mode = 0o600

/** Writes `<path>.part`, from this byte on. */
export async function writeArchive(path: string, from: number): Promise<ArchiveWriter> {
  const partial = partialPath(path)
  if (from > 0) await truncate(partial, from)
  const output = createWriteStream(
    partial,
    from > 0 ? { flags: 'r+', start: from, mode } : { flags: 'w', mode },
  )
  await once(output, 'open')
  const tar = pack()
  const written = pipeline(tar, output)
  // When writing fails, the archive also fails, with an error that doesn't say why.
  let failure: Error | undefined
  output.on('error', (error) => (failure = error))
  // Racing each entry with `written` instead would keep something of each until all are written.
  let fail = (_error: Error) => {}
  written.catch((error: Error) => {
    failure ??= error
    fail(failure)
  })
  const whileWriting = (added: Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      fail = reject
      added.then(resolve, (error: Error) => reject(failure ?? error))
      if (failure) reject(failure)
    })
  return {
    add: (name, bytes) => whileWriting(addEntry(tar, name, bytes)),
    async addStream(name, size, source) {
      const entry = tar.entry({ name, size, mode, mtime: epoch })
      await whileWriting(pipeline(source, entry))
    },
    async finish() {
      tar.finalize()
      await written
      await syncFile(partial)
      await rename(partial, path)
      await syncFolder(dirname(path))
    },
    async abandon() {
      tar.destroy()
      await closed(output)
    },
  }
}

// Two backups of the same data differ only where the data does.
const epoch = new Date(0)

function addEntry(tar: Pack, name: string, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode, mtime: epoch }, Buffer.from(bytes), (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

async function closed(output: WriteStream): Promise<void> {
  output.destroy()
  await finished(output).catch(() => {})
}

async function syncFile(path: string): Promise<void> {
  // Windows only flushes what may be written.
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
