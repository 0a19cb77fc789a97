import { createHash } from 'node:crypto'
import type { Progress } from '../backup/progress.ts'
import { decodeRawMail, rawMailSuffix } from '../features/email/ledger/raw-mail.ts'
import type { FileArea, FileStore, StoredFile } from '../files/file-store.ts'

type Stores = Record<FileArea, FileStore>

export type CopyResult = {
  copied: number
  /** Of the copied ones. */
  bytes: number
  /** Were in the target already. */
  present: number
  /** Files whose content is not what their name says. They are not copied. */
  damaged: string[]
  /** Files of the target that the source doesn't have. */
  only_in_target: number
}

/** Larger files are not kept in memory, but read twice. */
const maxBytesInMemory = 8 * 1024 * 1024
/** Listings take longer than copying where there are few files. */
const foldersAtATime = 8
const filesAtATime = 4
const folders = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * Copies all files that the target lacks. Each is compared with its hash before it is stored. Changes nothing in the
 * source, which may be in use, and can be repeated: files that arrived in the meantime follow then.
 */
export async function copyFiles(source: Stores, target: Stores, progress: Progress): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, present: 0, damaged: [], only_in_target: 0 }
  progress.begin({ name: 'compare', unit: 'folders', total: 2 * folders.length })
  let done = 0
  for (const area of ['mail', 'media'] as const)
    for (let first = 0; first < folders.length; first += foldersAtATime) {
      const copies = folders.slice(first, first + foldersAtATime)
      await Promise.all(
        copies.map((folder) =>
          copyFolder({ source: source[area], target: target[area], area, folder }, result),
        ),
      )
      done += copies.length
      progress.update(done)
    }
  return result
}

type FolderCopy = { source: FileStore; target: FileStore; area: FileArea; folder: string }

async function copyFolder({ source, target, area, folder }: FolderCopy, result: CopyResult): Promise<void> {
  const existing = new Map<string, number>()
  for await (const file of target.list(folder)) existing.set(nameOf(file), file.size)
  const missing: StoredFile[] = []
  for await (const file of source.list(folder)) {
    const size = existing.get(nameOf(file))
    existing.delete(nameOf(file))
    if (size === file.size) result.present += 1
    else missing.push(file)
  }
  result.only_in_target += existing.size
  for (let start = 0; start < missing.length; start += filesAtATime)
    await Promise.all(
      missing.slice(start, start + filesAtATime).map(async (file) => {
        const outcome = await copyFile(source, target, file)
        if (outcome === 'damaged') result.damaged.push(`${area}/${nameOf(file)}`)
        if (outcome !== 'copied') return
        result.copied += 1
        result.bytes += file.size
      }),
    )
}

const nameOf = ({ hash, suffix }: StoredFile) => hash.toString('hex') + suffix

async function copyFile(
  source: FileStore,
  target: FileStore,
  file: StoredFile,
): Promise<'copied' | 'damaged' | 'removed'> {
  try {
    const isLarge = file.suffix === '' && file.size > maxBytesInMemory
    return await (isLarge ? copyLarge : copySmall)(source, target, file)
  } catch (error) {
    // Removed since it was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'removed'
    throw error
  }
}

async function copySmall(source: FileStore, target: FileStore, { hash, suffix }: StoredFile) {
  const bytes = await source.get(hash, suffix)
  if (!(await isIntact(bytes, { hash, suffix }))) return 'damaged'
  if (suffix === '') await target.put(bytes)
  else await target.putBeside(hash, suffix, bytes)
  return 'copied'
}

async function copyLarge(source: FileStore, target: FileStore, { hash, size }: StoredFile) {
  const digest = createHash('sha256')
  for await (const chunk of await source.stream(hash)) digest.update(chunk)
  if (!digest.digest().equals(hash)) return 'damaged'
  await target.putStream(await source.stream(hash), size)
  return 'copied'
}

/** Of derived files such as previews nobody can tell. They are made again if they are missing. */
async function isIntact(
  bytes: Buffer,
  { hash, suffix }: Pick<StoredFile, 'hash' | 'suffix'>,
): Promise<boolean> {
  if (suffix === '') return createHash('sha256').update(bytes).digest().equals(hash)
  if (suffix !== rawMailSuffix) return true
  return decodeRawMail(bytes, hash).then(
    () => true,
    () => false,
  )
}
