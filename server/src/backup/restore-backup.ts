import { stat } from 'node:fs/promises'
import pg from 'pg'
import { backfillFinisher } from '../backfills/finish-backfill.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { schemaRefusal } from '../db/schema-version.ts'
import type { FileStore } from '../files/file-store.ts'
import { markPaused } from '../paused-copy.ts'
import { type Area, type Header, rawMailSuffix } from './archive/format.ts'
import { loadJobs } from './copy-jobs.ts'
import { loadRows } from './copy-tables.ts'
import { assertEmpty, beginLoading, createTables, setSequences } from './load-database.ts'
import type { Progress } from './progress.ts'
import { settleRestoredBackups } from './recorded-backups.ts'
import { type BackupContents, verifyBackup } from './verify-backup.ts'

export type RestoreTarget = {
  /** An empty database, or one in which an earlier restore has not finished. */
  connection_string: string
  files: Record<Area, FileStore>
  version: string
  now: Date
  /** Throws if the workspace could not use what is restored, such as for lack of the key. Called before anything is written. */
  accept(header: Header): Promise<void>
}

/**
 * Restores a backup while checking all of it. The rows become visible at the very end, in one transaction, so an interrupted restore leaves
 * nothing that could be mistaken for a workspace; it can be run again.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  progress: Progress,
): Promise<BackupContents> {
  const client = new pg.Client({
    connectionString: target.connection_string,
    application_name: 'parley restore',
  })
  await client.connect()
  try {
    await assertEmpty(client)
    const contents = await load(client, path, target, progress)
    // With what is newer in this program than in the backup.
    await migrate(target.connection_string, {
      finishBackfill: backfillFinisher(target.connection_string, { clock: { now: () => target.now } }),
    })
    await client.query('analyze')
    return contents
  } finally {
    await client.end().catch(() => {})
  }
}

async function load(
  client: pg.Client,
  path: string,
  { connection_string, files, version, now, accept }: RestoreTarget,
  progress: Progress,
): Promise<BackupContents> {
  let finishLoading: (() => Promise<void>) | undefined
  const contents = await verifyBackup(path, progress, {
    async header(header) {
      await assertSchemaKnown(header, version)
      await accept(header)
      await createTables(client, connection_string, header, { now })
      finishLoading = await beginLoading(client, header)
    },
    async mail(hash, stored) {
      await files.mail.putBeside(hash, rawMailSuffix, stored)
    },
    async media(_, chunks) {
      await files.media.putStream(chunks, Number.POSITIVE_INFINITY)
    },
    rows: (table, rows) => loadRows(client, table, rows),
    jobs: (lines) => loadJobs(client, lines),
  })
  progress.begin({ name: 'finish', unit: 'rows', total: null })
  await setSequences(client, contents.manifest.sequences)
  // The original may still run elsewhere.
  const { created_at } = contents.header
  await settleRestoredBackups(client, { created_at, bytes: (await stat(path)).size })
  await markPaused(client, { since: now.toISOString(), backup_of: created_at, moved_to: null })
  await finishLoading?.()
  return contents
}

async function assertSchemaKnown({ migrations, version: writer }: Header, version: string): Promise<void> {
  const files = await migrationFiles()
  const unknown = migrations.filter((name) => !files.includes(name))
  const refusal = schemaRefusal(
    files,
    unknown.map((name) => ({ name, oldest_compatible_schema: null, applied_by: writer })),
    version,
  )
  if (refusal)
    throw new Error(
      `The backup was made by Parley ${writer}, whose database is newer than Parley ${version} knows. Restore it with that version or a newer one.`,
    )
}
