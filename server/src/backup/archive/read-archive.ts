import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { isEntryName, manifestName, maxPartBytes } from './format.ts'

/** What is wrong with an archive, and where. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive'
  /** The archive is intact up to this byte. */
  readonly offset: number

  constructor(reason: string, offset: number, entry?: string) {
    super(`The backup is damaged at byte ${offset}${entry ? ` (${entry})` : ''}: ${reason}`)
    this.offset = offset
  }
}

export type ArchiveEntry = {
  name: string
  size: number
  /** Where the entry begins and the next one would, in bytes. */
  offset: number
  end: number
  chunks(): AsyncIterable<Uint8Array>
  /** The whole content; refuses what is larger than any real part. */
  read(): Promise<Buffer>
  damage(reason: string): DamagedArchive
}

const blockSize = 512
/** Two empty blocks end an archive. */
const trailerSize = 2 * blockSize

/**
 * Yields the entries in order; each must be read to its end before the next.
 * @throws DamagedArchive
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const { size: archiveSize } = await stat(path)
  const input = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const tar = extract()
  input.on('error', (error) => tar.destroy(error))
  input.pipe(tar)
  let offset = 0
  let current: string | undefined
  try {
    for await (const stream of tar) {
      const { name, size = 0, type } = stream.header
      const damage = (reason: string) =>
        new DamagedArchive(reason, offset, isEntryName(name) ? name : undefined)
      if (!isEntryName(name) || type !== 'file') throw damage('it contains something that no backup contains')
      const end = offset + blockSize + Math.ceil(size / blockSize) * blockSize
      if (end + trailerSize > archiveSize) throw damage('it ends in the middle of this entry')
      if (name === manifestName && end + trailerSize !== archiveSize) throw damage('it goes on after its end')
      current = name
      yield {
        ...{ name, size, offset, end, damage },
        // A Readable of Buffers; the types of its package say less.
        chunks: () => stream as AsyncIterable<Uint8Array>,
        async read() {
          if (size > maxPartBytes) throw damage('it is larger than any entry of a backup')
          return buffer(stream)
        },
      }
      stream.resume()
      current = undefined
      offset = end
    }
  } catch (error) {
    // tar-stream's own errors: a header whose checksum is wrong, or an unexpected end.
    if (error instanceof Error && /tar header|end of data/i.test(error.message))
      throw new DamagedArchive(error.message, offset, current)
    throw error
  } finally {
    input.destroy()
  }
}
