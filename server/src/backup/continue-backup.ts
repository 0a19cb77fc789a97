import { checkFileContent, sha256 } from './archive/check-content.ts'
import { type Header, headerName, parseFileEntry, type SealedKey } from './archive/format.ts'
import { type ArchiveEntry, DamagedArchive, readArchive } from './archive/read-archive.ts'
import {
  bytesOf,
  type CopiedFiles,
  type FileStores,
  isDamagedInStorage,
  noFiles,
  noteFile,
} from './copy-files.ts'

type Kept = CopiedFiles & { header_sha256: string; end: number }

/** An older one is not continued, because most of its files would have to be checked for nothing. */
export const continueMs = 24 * 3_600_000

/** Whether a sealed key is that of the workspace, under the passphrase of this run. */
export type KeyCheck = (sealed: SealedKey) => Promise<boolean>

type NewHeader = Pick<Header, 'created_at' | 'key_id' | 'sealed_key'>

/** Whether an archive of an earlier run includes the same key as one with the new header, and isn't too old. */
export async function canContinue(
  kept: NewHeader,
  header: NewHeader,
  opensKey: KeyCheck | undefined,
): Promise<boolean> {
  if (Date.parse(header.created_at) - Date.parse(kept.created_at) >= continueMs) return false
  if (kept.key_id !== header.key_id) return false
  if (kept.sealed_key === null || header.sealed_key === null) return kept.sealed_key === header.sealed_key
  return (await opensKey?.(kept.sealed_key)) ?? false
}

/** Null if it can't be read. */
export async function readHeader(path: string): Promise<Header | null> {
  try {
    for await (const entry of readArchive(path))
      return entry.name === headerName ? JSON.parse((await entry.read()).toString('utf8')) : null
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error
  }
  return null
}

type Options = {
  opensKey: KeyCheck | undefined
  stores: FileStores
  header: Header
  onFiles: (bytes: number) => void
}

/** The files at the start of an unfinished archive of this workspace; null if there is none to continue. */
export async function readUnfinished(partial: string, options: Options): Promise<Kept | null> {
  const kept: Kept = { ...noFiles(), header_sha256: '', end: 0 }
  try {
    for await (const entry of readArchive(partial)) {
      if (!(await keepEntry(kept, entry, options))) break
      kept.end = entry.end
      options.onFiles(bytesOf(kept))
    }
  } catch (error) {
    // The end is missing, as after a crash.
    if (!(error instanceof DamagedArchive) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return kept.header_sha256 ? kept : null
}

/** False from the first entry that isn't a file: rows are copied again. */
async function keepEntry(
  kept: Kept,
  entry: ArchiveEntry,
  { stores, header, opensKey }: Options,
): Promise<boolean> {
  if (entry.name === headerName) {
    const bytes = await entry.read()
    const existing: Header = JSON.parse(bytes.toString('utf8'))
    if (identityOf(existing) !== identityOf(header)) return false
    if (!(await canContinue(existing, header, opensKey))) return false
    kept.header_sha256 = sha256(bytes)
    return true
  }
  const file = parseFileEntry(entry.name)
  if (!file || !kept.header_sha256) return false
  const { damage } = await checkFileContent(entry)
  // A crash may have damaged the archive, which another copy mends, or the file was damaged before.
  if (damage && !(await isDamagedInStorage(stores, file.area, file.hash))) return false
  noteFile(kept, { area: file.area, name: entry.name, size: entry.size, is_damaged: damage !== null })
  return true
}

/** A sealed key is different each time. */
const identityOf = ({ created_at: _, sealed_key: __, ...rest }: Header): string => JSON.stringify(rest)
