import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beginSnapshot, listTables } from '../../backup/copy-tables.ts'
import type { Progress } from '../../backup/progress.ts'
import { createTableMeter } from '../../backup/table-sizes.ts'
import { measureFiles } from '../../files/measure-files.ts'
import { describeExport } from './describe-export.ts'
import { type ExportedStores, exportAttachments, exportEmails, type FileCounts } from './export-files.ts'
import { exportRows } from './export-rows.ts'
import { exportedTables } from './exported-tables.ts'

export type ExportSource = { connection_string: string; files: ExportedStores; version: string; now: Date }
export type ExportSummary = { rows: number; files: FileCounts }

/**
 * Writes everything that other programs can use into a new or empty folder: rows as JSON lines, emails as .eml, and
 * attachments. All rows are as of one moment.
 */
export async function exportWorkspace(
  { connection_string, files: stores, version, now }: ExportSource,
  folder: string,
  progress: Progress,
): Promise<ExportSummary> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: connection_string, application_name: 'parley export' })
  await client.connect()
  try {
    await beginSnapshot(client, await listTables(client))
    await client.query("set local timezone = 'UTC'")
    const counts = new Map<string, number>()
    let rows = 0
    const meter = await createTableMeter(client, Object.keys(exportedTables))
    const fileBytes = await measureFiles(async (text, values) => (await client.query(text, values)).rows)
    progress.begin({ name: 'export', unit: 'bytes', total: meter.total + fileBytes })
    for (const [table, { without = [] }] of Object.entries(exportedTables)) {
      const path = join(folder, 'tables', `${table}.jsonl`)
      const count = await exportRows(client, {
        ...{ table, without, path },
        onRows: (more) => progress.update(meter.add(table, more)),
      })
      counts.set(table, count)
      rows += count
      progress.update(meter.finish(table))
    }
    const files: FileCounts = { written: 0, bytes: 0, missing: [] }
    const sink = { folder, counts: files, onFile: (bytes: number) => progress.update(meter.total + bytes) }
    await exportEmails(client, stores.mail, sink)
    await exportAttachments(client, stores.media, sink)
    await client.query('commit')
    const readme = describeExport({ version, now, counts, missing: files.missing })
    // Last: an export without it was interrupted.
    await writeFile(join(folder, 'README.md'), readme, { mode: 0o600, flush: true })
    return { rows, files }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws a sentence if there is something in the folder. */
export async function assertEmptyFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`${folder} can’t be used as a folder (${error.code})`, { cause: error })
  })
  if (entries.length > 0) throw new Error(`${folder} isn’t empty. Choose another folder`)
}
