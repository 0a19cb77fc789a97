import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { FileStore } from '../../../files/file-store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
export const rawMailSuffix = '.zst'

/** Stores the raw bytes of a mail, compressed, under their SHA-256. Durable when it returns. */
export async function storeRawMail(store: FileStore, raw: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256').update(raw).digest()
  await store.putBeside(hash, rawMailSuffix, await compress(raw))
  return hash
}

/**
 * Reads the original bytes.
 * @throws if the file is missing or damaged
 */
export async function readRawMail(store: FileStore, hash: Buffer): Promise<Buffer> {
  const raw = await decompress(await store.get(hash, rawMailSuffix))
  if (!createHash('sha256').update(raw).digest().equals(hash))
    throw new Error('The stored email differs from what was received')
  return raw
}
