import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { FileStore } from '../../../files/file-store.ts'
import { notFound } from '../../../http/errors.ts'
import { isTransient } from '../../../transient-error.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** In bytes. Passing a smaller email to another thread takes longer than compressing it. */
const smallMail = 65_536
export const rawMailSuffix = '.zst'

/** Stores the raw bytes of a mail, compressed, under their SHA-256. Durable when it returns. */
export async function storeRawMail(store: FileStore, raw: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256').update(raw).digest()
  const compressed =
    raw.length <= smallMail ? zstdCompressSync(raw, { pledgedSrcSize: raw.length }) : await compress(raw)
  await store.putBeside(hash, rawMailSuffix, compressed)
  return hash
}

/**
 * Reads the original bytes.
 * @throws if the file is missing or damaged
 */
export const readRawMail = async (store: FileStore, hash: Buffer): Promise<Buffer> =>
  decodeRawMail(await store.get(hash, rawMailSuffix), hash)

/**
 * The original bytes of a stored file.
 * @throws if it is damaged
 */
export async function decodeRawMail(stored: Uint8Array, hash: Buffer): Promise<Buffer> {
  const raw = await decompress(stored)
  if (!createHash('sha256').update(raw).digest().equals(hash))
    throw new Error('The stored email differs from what was received')
  return raw
}

/**
 * The same for a request.
 * @throws 404 if the file is missing or damaged
 */
export const getRawMail = (store: FileStore, hash: Buffer): Promise<Buffer> =>
  readRawMail(store, hash).catch((error: unknown) => {
    throw isTransient(error) ? error : notFound('The raw email of this delivery')
  })
