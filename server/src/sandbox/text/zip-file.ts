import { type Entry, openPromise, type ZipFile as YauzlFile } from 'yauzl'
import { TaskRejected } from '../protocol.ts'

export type ZipFile = {
  names: readonly string[]
  /** The decompressed bytes of a file. */
  read(name: string): AsyncGenerator<Buffer>
}

const maxEntries = 10_000
/** The XML of a long document. A file of a few kilobytes may decompress to terabytes. */
const maxDecompressed = 64 * 1024 * 1024

/**
 * Reads a ZIP file. Sizes that it claims are never trusted: what is decompressed is counted.
 * @throws TaskRejected if it is damaged, or decompresses to too much
 */
export async function withZip<T>(path: string, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await rejectOnError(openPromise(path, { autoClose: false, lazyEntries: true }))
  try {
    const entries = await listEntries(zip)
    return await use({ names: [...entries.keys()], read: createReader(zip, entries) })
  } finally {
    zip.close()
  }
}

async function listEntries(zip: YauzlFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let seen = 0
  for await (const entry of rejectErrors(zip.eachEntry())) {
    if (++seen > maxEntries) break
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
  }
  return entries
}

function createReader(zip: YauzlFile, entries: ReadonlyMap<string, Entry>): ZipFile['read'] {
  let decompressed = 0
  return async function* read(name) {
    const entry = entries.get(name)
    if (!entry) return
    if (entry.isEncrypted()) throw new TaskRejected('It is protected by a password')
    const stream = await rejectOnError(zip.openReadStreamPromise(entry))
    for await (const chunk of rejectErrors<Buffer>(stream)) {
      decompressed += chunk.length
      if (decompressed > maxDecompressed) throw new TaskRejected('It decompresses to too much')
      yield chunk
    }
  }
}

const rejected = (error: unknown) => new TaskRejected(`The file is damaged: ${(error as Error).message}`)

const rejectOnError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw rejected(error)
  })

async function* rejectErrors<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw rejected(error)
  }
}
