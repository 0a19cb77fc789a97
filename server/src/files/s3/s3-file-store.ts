import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  type ByteRange,
  type FileArea,
  type FileStore,
  missingFileError,
  parseStoredName,
  type StoredFile,
  storedPath,
} from '../file-store.ts'
import { openDownload } from './download.ts'
import { isCopyOf, listName, removeUnlessRenewed, storeSafely } from './removal-protocol.ts'
import type { S3Bucket, S3Object } from './s3-bucket.ts'
import type { TemporaryCopies } from './temporary-copies.ts'

/** Larger files are uploaded in parts of this size; S3 requires 5 MiB. Each upload keeps one in memory. */
const partBytes = 8 * 1024 * 1024
/** No upload takes this long. */
const abandonedAfterMs = 86_400_000

class LimitExceeded extends Error {}

/** A store in S3 or a compatible service. Why: docs/decisions/0068-file-storage.md. */
export function createS3FileStore(bucket: S3Bucket, area: FileArea, copies: TemporaryCopies): FileStore {
  const keyOf = (hash: Buffer, suffix = '') => `${area}/${storedPath(hash, suffix)}`
  const arriving = `${area}/arriving/`

  const store = (hash: Buffer, write: (key: string) => Promise<void>) =>
    storeSafely(bucket, keyOf(hash), { write, is_same_content: true })
  const put = async (bytes: Uint8Array) => {
    const hash = sha256(bytes)
    await store(hash, (key) => bucket.put(key, bytes))
    return hash
  }
  /** The hash is known only at the end: the object is copied to its name then. */
  const putParts = async (parts: AsyncIterable<Uint8Array>, hashOf: () => Buffer) => {
    const temporary = arriving + randomBytes(12).toString('hex')
    await bucket.putParts(temporary, parts)
    const hash = hashOf()
    await store(hash, (key) => bucket.copy(temporary, key)).finally(() =>
      // Otherwise removeLeftovers() does it.
      bucket.remove(temporary).catch(() => {}),
    )
    return hash
  }
  const open = (key: string, range?: ByteRange) =>
    openDownload((part) => readCurrent(bucket, key, part), range)

  return {
    put,
    async putStream(source, limit) {
      const received = countAndHash(source, limit)
      const parts = inParts(received.chunks)
      try {
        const { value: first = new Uint8Array() } = await parts.next()
        const hash =
          first.length < partBytes
            ? await put(first)
            : await putParts(startingWith(first, parts), received.hash)
        return { hash, size: received.size() }
      } catch (error) {
        if (error instanceof LimitExceeded) return null
        throw error
      } finally {
        // Ends the source if it was not read to its end.
        await parts.return(undefined)
      }
    },
    async putBeside(hash, suffix, bytes) {
      const write = (key: string) => bucket.put(key, bytes)
      await storeSafely(bucket, keyOf(hash, suffix), { write, is_same_content: false })
    },
    get: async (hash, suffix) => buffer(await open(keyOf(hash, suffix))),
    withPath(hash, use) {
      const key = keyOf(hash)
      const source = async () => {
        const size = (await bucket.findSize(key)) ?? (await getCopy(bucket, key)).size
        return { size, open: () => open(key) }
      }
      return copies.use(key, source, use)
    },
    stream: (hash, suffix, range) => open(keyOf(hash, suffix), range),
    remove: (hash, suffix, grace_ms) => removeUnlessRenewed(bucket, keyOf(hash, suffix), grace_ms),
    list: (folder = '') => listFiles(bucket, `${area}/${folder}`),
    async removeLeftovers() {
      const before = Date.now() - abandonedAfterMs
      await bucket.abortUploads(arriving, before)
      for await (const { key, modified_at } of bucket.list(arriving))
        if (modified_at < before) await bucket.remove(key)
    },
  }
}

/** The object, or a copy that was stored while it was being removed. */
async function readCurrent(bucket: S3Bucket, key: string, range?: ByteRange) {
  try {
    return await bucket.read(key, range)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return bucket.read((await getCopy(bucket, key)).key, range)
}

async function getCopy(bucket: S3Bucket, key: string): Promise<S3Object> {
  const copy = (await listName(bucket, key)).find((object) => isCopyOf(key, object.key))
  if (!copy) throw missingFileError()
  return copy
}

async function* listFiles(bucket: S3Bucket, prefix: string): AsyncGenerator<StoredFile> {
  let last = ''
  for await (const { key, size, modified_at } of bucket.list(prefix)) {
    const path = key.replace(/-copy-[0-9a-f]+$/, '')
    const file = parseStoredName(path.slice(path.lastIndexOf('/') + 1))
    // Copies of a file follow each other.
    if (!file || path === last) continue
    last = path
    yield { ...file, size, modified_at }
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function countAndHash(source: AsyncIterable<Uint8Array>, limit: number) {
  const digest = createHash('sha256')
  let size = 0
  const chunks = async function* () {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new LimitExceeded()
      digest.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), size: () => size, hash: () => digest.digest() }
}

/** Blocks of the size of a part, and what remains. Waits for the reader before it reads on. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (let chunk of source) {
    while (length + chunk.length >= partBytes) {
      const head = chunk.subarray(0, partBytes - length)
      yield Buffer.concat([...chunks, head])
      chunk = chunk.subarray(head.length)
      chunks = []
      length = 0
    }
    if (chunk.length > 0) chunks.push(chunk)
    length += chunk.length
  }
  if (length > 0) yield Buffer.concat(chunks)
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
