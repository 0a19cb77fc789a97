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

/** Every file that isn't in the archive yet. Previews are left out, because they are made again when they are needed. */
export async function copyFiles(
  stores: FileStores,
  archive: CopiedFiles & { writer: ArchiveWriter },
  onFiles: (bytes: number) => void,
): Promise<void> {
  for (const area of areas)
    for await (const { hash, suffix, size } of stores[area].list()) {
      const name = fileEntryName(area, hash)
      if (suffix !== suffixOf(area) || archive.copied.has(name)) continue
      const content = await stores[area].stream(hash, suffix).catch(ignoreMissing)
      if (!content) continue
      const copy = area === 'mail' ? copyEmail : copyMedia
      const is_damaged = !(await copy(archive.writer, { name, hash, size, content }))
      noteFile(archive, { area, name, size, is_damaged })
      onFiles(bytesOf(archive))
    }
}

type StoredContent = { name: string; hash: Buffer; size: number; content: Readable }

/** Returns whether it is intact; a damaged one is copied all the same. */
async function copyEmail(writer: ArchiveWriter, { name, hash, content }: StoredContent): Promise<boolean> {
  const stored = await buffer(content)
  await writer.add(name, stored)
  return isStoredEmail(hash, stored)
}

async function copyMedia(writer: ArchiveWriter, { name, hash, size, content }: StoredContent) {
  const digest = createHash('sha256')
  await writer.addStream(name, size, Readable.from(digestChunks(content, digest)))
  return digest.digest().equals(hash)
}

/** Whether the workspace itself has only a damaged file of this name. */
export async function isDamagedInStorage(stores: FileStores, area: Area, hash: Buffer): Promise<boolean> {
  const content = await stores[area].stream(hash, suffixOf(area)).catch(ignoreMissing)
  if (!content) return false
  if (area === 'mail') return !(await isStoredEmail(hash, await buffer(content)))
  const digest = createHash('sha256')
  for await (const _ of digestChunks(content, digest));
  return !digest.digest().equals(hash)
}

/** An unused upload that was removed in the meantime. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
