import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { maxPartBytes, parseFileEntry } from './format.ts'
import type { ArchiveEntry, DamagedArchive } from './read-archive.ts'

const zstd = { compress: promisify(zstdCompress), decompress: promisify(zstdDecompress) }

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const compressPart = (bytes: Uint8Array): Promise<Buffer> => zstd.compress(bytes)

/** @throws DamagedArchive if it isn't what the manifest says */
export async function decompressPart(entry: ArchiveEntry, bytes: Buffer): Promise<Buffer> {
  try {
    return await zstd.decompress(bytes, { maxOutputLength: maxPartBytes })
  } catch (error) {
    throw entry.damage(`its content can’t be decompressed (${(error as Error).message})`)
  }
}

/** Whether these are the bytes, as stored, of the email with this hash. */
export async function isStoredEmail(hash: Buffer, stored: Uint8Array): Promise<boolean> {
  const email = await zstd.decompress(stored, { maxOutputLength: maxPartBytes }).catch(() => null)
  return email !== null && sha256(email) === hash.toString('hex')
}

/** Passes the chunks on. */
export async function* digestChunks(
  chunks: AsyncIterable<Uint8Array>,
  digest: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest.update(chunk)
    yield chunk
  }
}

/** `mail` has the bytes of an intact email as stored. */
type CheckedFile = { mail: Buffer | null; damage: DamagedArchive | null }

/** Reads a file and compares it with its name. Files other than emails are passed to `receive` in chunks, before it is known whether they are intact. */
export async function checkFileContent(
  entry: ArchiveEntry,
  receive: (chunks: AsyncIterable<Uint8Array>) => Promise<unknown> = drain,
): Promise<CheckedFile> {
  const { area, hash } = parseFileEntry(entry.name) ?? {}
  if (!hash) throw entry.damage('its name is no file name')
  const damage = entry.damage('its content isn’t what its name says')
  if (area === 'mail') {
    const stored = await entry.read()
    return (await isStoredEmail(hash, stored)) ? { mail: stored, damage: null } : { mail: null, damage }
  }
  const digest = createHash('sha256')
  await receive(digestChunks(entry.chunks(), digest))
  return { mail: null, damage: digest.digest().equals(hash) ? null : damage }
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}
