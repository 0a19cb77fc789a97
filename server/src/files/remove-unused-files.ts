import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { FileArea, FileStore, StoredFile } from './file-store.ts'

export type UnusedFiles = {
  /** Everything in the storage. */
  files: number
  unused: number
  /** Of the unused ones. */
  unused_bytes: number
  /** Younger unused files, whose row may be about to be written. They are left alone. */
  recent: number
}

/** Tables that refer to files by a hash, in each area. Derived files, such as thumbnails, have the hash of their original. */
export const fileReferencesByArea: Record<FileArea, { table: string; column: string }[]> = {
  media: [
    { table: 'media', column: 'content_hash' },
    { table: 'proxied_images', column: 'content_hash' },
    { table: 'contact_exports', column: 'content_hash' },
  ],
  mail: [{ table: 'mail_deliveries', column: 'raw_hash' }],
}

/** No upload, and no email on its way into the ledger, takes this long. */
export const unusedGraceMs = 86_400_000
const batchSize = 500
const folders = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * Compares the storage with the database, folder by folder, and removes the files that nothing refers to and that are older than a day.
 * A file that is stored again during the listing stays: the storage checks its age once more while it removes it.
 */
export async function removeUnusedFiles(
  { db, files }: { db: Db; files: Record<FileArea, FileStore> },
  { dry_run, now = Date.now() }: { dry_run: boolean; now?: number },
): Promise<UnusedFiles> {
  const result: UnusedFiles = { files: 0, unused: 0, unused_bytes: 0, recent: 0 }
  for (const area of ['media', 'mail'] as const)
    for await (const { file, is_used } of listWithUse(db, files[area], area)) {
      result.files++
      if (is_used) continue
      if (now - file.modified_at < unusedGraceMs) {
        result.recent++
        continue
      }
      if (!dry_run) await files[area].remove(file.hash, file.suffix, unusedGraceMs)
      result.unused++
      result.unused_bytes += file.size
    }
  return result
}

async function* listWithUse(db: Db, store: FileStore, area: FileArea) {
  for (const folder of folders)
    for await (const batch of inBatches(store.list(folder))) {
      const used = await findUsed(db, area, batch)
      for (const file of batch) yield { file, is_used: used.has(file.hash.toString('hex')) }
    }
}

/** More than this share of all files is not what crashes leave behind: the storage may belong to another workspace as well. */
const suspiciousShare = 0.2
const suspiciousCount = 1_000

/** Periodic task. Removes nothing if it would remove suspiciously much; an operator can, with the command. */
export async function collectUnusedFiles(deps: {
  db: Db
  files: Record<FileArea, FileStore>
  log: Pick<Log, 'info' | 'error'>
}): Promise<void> {
  const { files, unused } = await removeUnusedFiles(deps, { dry_run: true })
  if (unused === 0) return
  if (unused > suspiciousCount && unused > files * suspiciousShare)
    return deps.log.error(
      { files, unused },
      'many files belong to nothing in this workspace, so none were removed; if no other workspace uses this storage, run: npm run admin -- remove-unused-files',
    )
  const removed = await removeUnusedFiles(deps, { dry_run: false })
  deps.log.info(
    { files: removed.unused, bytes: removed.unused_bytes },
    'removed files that nothing refers to',
  )
}

async function findUsed(db: Db, area: FileArea, batch: readonly StoredFile[]): Promise<Set<string>> {
  const hashes = batch.map(({ hash }) => hash)
  const used = fileReferencesByArea[area].map(
    ({ table, column }) => sql`select hash from unnest(${hashes}::bytea[]) hash
      where exists (select from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = hash)`,
  )
  const { rows } = await sql<{ hash: Buffer }>`${sql.join(used, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

async function* inBatches(source: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = []
  for await (const file of source) {
    batch.push(file)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
