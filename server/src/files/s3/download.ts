import { Readable } from 'node:stream'
import { FileStorageError } from '../../transient-error.ts'
import type { ByteRange } from '../file-store.ts'

type Read = (range?: ByteRange) => Promise<{ body: Readable; size: number }>

/** Without a byte in between. */
const maxFailures = 3

/**
 * Opens an object for reading; where the connection breaks, it continues from there, which is possible because objects
 * never change. It also breaks when the reader takes long, such as a browser on a slow line.
 * @throws what `read` throws, before anything is read
 */
export async function openDownload(read: Read, range?: ByteRange): Promise<Readable> {
  const { body, size } = await read(range)
  const parts = readToEnd(read, body, { start: range?.start ?? 0, size })
  // Also if nobody ever reads: the connection would stay open.
  return Readable.from(parts, { objectMode: false }).once('close', () => body.destroy())
}

async function* readToEnd(
  read: Read,
  firstBody: Readable,
  { start, size }: { start: number; size: number },
): AsyncGenerator<Uint8Array> {
  let body = firstBody
  let received = 0
  let failures = 0
  for (;;) {
    let cause: unknown
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        received += chunk.length
        failures = 0
        yield chunk
      }
    } catch (error) {
      cause = error
    }
    if (received >= size) return
    failures += 1
    if (failures > maxFailures)
      throw new FileStorageError('S3 keeps closing the connection in the middle of a file', { cause })
    body = (await read({ start: start + received, end: start + size - 1 })).body
  }
}
