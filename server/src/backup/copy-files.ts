import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../files/file-store.ts'
import { digestChunks, isStoredEmail } from './archive/check-content.ts'
import { type Area, areas, fileEntryName, type Manifest, rawMailSuffix } from './archive/format.ts'
import type { ArchiveWriter } from './archive/write-archive.ts'

export type FileStores = Record<Area, FileStore>

/** What an archive has so far, by entry name. */
export type CopiedFiles = {
  copied: Set<string>
  /** Those of them whose content isn't what their name says. */
  damaged: Set<string>
  files: Manifest['files']
}

export const noFiles = (): CopiedFiles => ({
  ...{ copied: new Set(), damaged: new Set() },
  files: { media: { count: 0, bytes: 0 }, mail: { count: 0, bytes: 0 } },
})

export const bytesOf = ({ files }: Pick<CopiedFiles, 'files'>) =>
  areas.reduce((sum, area) => sum + (files[area]?.bytes ?? 0), 0)

type CopiedFile = { area: Area; name: string; size: number; is_damaged: boolean }

export function noteFile(
  { copied, damaged, files }: CopiedFiles,
  { area, name, size, is_damaged }: CopiedFile,
): void {
  copied.add(name)
  if (is_damaged) damaged.add(name)
  const counts = files[area]
  if (!counts) return
  counts.count += 1
  counts.bytes += size
}

const suffixOf = (area: Area) => (area === 'mail' ? rawMailSuffix : '')

/**
 * Every file that isn't in the archive yet, except those that the disk can't read. Previews are left out, because they are made again when
 * they are needed.
 */
export async function copyFiles(
  stores: FileStores,
  archive: CopiedFiles & { writer: ArchiveWriter },
  onFiles: (bytes: number) => void,
): Promise<void> {
  for (const area of areas)
    for await (const { hash, suffix, size } of stores[area].list()) {
      const name = fileEntryName(area, hash)
      if (suffix !== suffixOf(area) || archive.copied.has(name)) continue
      const is_intact = await copyFile(stores[area], archive.writer, { area, name, hash, suffix, size })
      if (is_intact === null) continue
      noteFile(archive, { area, name, size, is_damaged: !is_intact })
      onFiles(bytesOf(archive))
    }
}

type StoredFile = { area: Area; name: string; hash: Buffer; suffix: string; size: number }

/**
 * Returns whether it is intact; a damaged one is copied all the same. Null if it isn't copied: an unused upload that was removed in the
 * meantime, or a file that can't be read.
 */
async function copyFile(store: FileStore, writer: ArchiveWriter, file: StoredFile): Promise<boolean | null> {
  const content = await store.stream(file.hash, file.suffix).catch(ignoreMissing).catch(ignoreUnreadable)
  if (!content) return null
  return file.area === 'mail' ? copyEmail(writer, file, content) : copyMedia(writer, file, content)
}

async function copyEmail(writer: ArchiveWriter, { name, hash }: StoredFile, content: Readable) {
  const stored = await buffer(content).catch(ignoreUnreadable)
  if (!stored) return null
  await writer.add(name, stored)
  return isStoredEmail(hash, stored)
}

async function copyMedia(writer: ArchiveWriter, { name, hash, size }: StoredFile, content: Readable) {
  const digest = createHash('sha256')
  await writer.addStream(name, size, Readable.from(digestChunks(fillUnreadable(content, size), digest)))
  return digest.digest().equals(hash)
}

/** Zeros follow what can be read, because the archive already says how long the file is. */
async function* fillUnreadable(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let rest = size
  try {
    for await (const chunk of content) {
      rest -= chunk.length
      yield chunk
    }
  } catch (error) {
    ignoreUnreadable(error as NodeJS.ErrnoException)
    for (; rest > 0; rest -= zeros.length) yield zeros.subarray(0, rest)
  }
}

const zeros = Buffer.alloc(64 * 1024)

/** Whether the workspace itself has only a damaged file of this name, or one that can't be read. */
export async function isDamagedInStorage(stores: FileStores, area: Area, hash: Buffer): Promise<boolean> {
  try {
    const content = await stores[area].stream(hash, suffixOf(area)).catch(ignoreMissing)
    if (!content) return false
    if (area === 'mail') return !(await isStoredEmail(hash, await buffer(content)))
    const digest = createHash('sha256')
    for await (const _ of digestChunks(content, digest));
    return !digest.digest().equals(hash)
  } catch (error) {
    ignoreUnreadable(error as NodeJS.ErrnoException)
    return true
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

/** A file on a part of the disk that is damaged. */
function ignoreUnreadable(error: NodeJS.ErrnoException): null {
  if (error.code !== 'EIO') throw error
  return null
}
