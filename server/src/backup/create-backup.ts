import { stat } from 'node:fs/promises'
import pg from 'pg'
import { measureFiles } from '../files/measure-files.ts'
import { compressPart, sha256 } from './archive/check-content.ts'
import {
  formatVersion,
  type Header,
  headerName,
  type Manifest,
  manifestName,
  type Part,
} from './archive/format.ts'
import { type ArchiveWriter, partialPath, writeArchive } from './archive/write-archive.ts'
import { type KeyCheck, readUnfinished } from './continue-backup.ts'
import { type CopiedFiles, copyFiles, type FileStores, noFiles } from './copy-files.ts'
import { readJobs } from './copy-jobs.ts'
import { beginSnapshot, copyTable, listSequences, listTables } from './copy-tables.ts'
import { readDatabaseFacts } from './database-facts.ts'
import { fileReferences } from './file-references.ts'
import type { Progress } from './progress.ts'
import { createTableMeter, type TableMeter } from './table-sizes.ts'

export type BackupSource = {
  connection_string: string
  files: FileStores
  header: Pick<Header, 'created_at' | 'version' | 'key_id' | 'sealed_key'>
  /** Without it, an unfinished backup with a key is not continued. */
  opensKey?: KeyCheck
}

export type BackupSummary = {
  bytes: number
  rows: number
  files: number
  /** Names of files that the store lacks although the tables refer to them. */
  missing_files: string[]
  /** Those whose content in the store isn't what their name says. */
  damaged_files: string[]
  resumed: boolean
}

/** A damaged file is as good as missing. */
export const countMissing = ({
  missing_files,
  damaged_files,
}: Pick<BackupSummary, 'missing_files' | 'damaged_files'>) => missing_files.length + damaged_files.length

type Unfinished = CopiedFiles & {
  writer: ArchiveWriter
  header: Header
  header_sha256: string
  resumed: boolean
}

/**
 * Writes a backup while the workspace is in use. All rows are as of one moment; files never change, so they may be copied before and after
 * it. Continues an unfinished one of the same path: its files are checked and kept.
 */
export async function createBackup(
  source: BackupSource,
  path: string,
  progress: Progress,
): Promise<BackupSummary> {
  const client = new pg.Client({
    connectionString: source.connection_string,
    application_name: 'parley backup',
  })
  await client.connect()
  let unfinished: Unfinished | undefined
  try {
    const meter = await startCopying(client, progress)
    unfinished = await openUnfinished(client, source, path, meter)
    await copyFiles(source.files, unfinished, meter.onFiles)
    const contents = await copyRows(client, unfinished, meter)
    // What arrived since the first pass.
    await copyFiles(source.files, unfinished, meter.onFiles)
    const missing_files = [...contents.references].filter((name) => !unfinished?.copied.has(name))
    const damaged_files = [...unfinished.damaged]
    const { header_sha256, files, writer, copied, resumed } = unfinished
    const { references: _, ...rows } = contents
    const manifest: Manifest = { header_sha256, ...rows, files, missing_files, damaged_files }
    const json = JSON.stringify(manifest)
    await writer.add(manifestName, Buffer.from(`${sha256(Buffer.from(json))}\n${json}`))
    await writer.finish()
    const { size } = await stat(path)
    return {
      bytes: size,
      rows: countRows(manifest),
      files: copied.size,
      missing_files,
      damaged_files,
      resumed,
    }
  } catch (error) {
    await unfinished?.writer.abandon()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

const countRows = ({ tables, jobs }: Manifest) =>
  [...tables.flatMap(({ parts }) => parts), ...jobs].reduce((sum, part) => sum + part.rows, 0)

/** Files and rows together, in bytes. */
type CopyMeter = { tables: TableMeter; onFiles(bytes: number): void; onRows(bytes: number): void }

async function startCopying(client: pg.Client, progress: Progress): Promise<CopyMeter> {
  const tables = await createTableMeter(
    client,
    (await listTables(client)).map(({ name }) => name),
  )
  const files = await measureFiles(async (text, values) => (await client.query(text, values)).rows)
  progress.begin({ name: 'copy', unit: 'bytes', total: files + tables.total })
  let [copiedFiles, copiedRows] = [0, 0]
  const update = () => progress.update(copiedFiles + copiedRows)
  return {
    tables,
    onFiles(bytes) {
      copiedFiles = bytes
      update()
    },
    onRows(bytes) {
      copiedRows = bytes
      update()
    },
  }
}

async function openUnfinished(
  client: pg.Client,
  source: BackupSource,
  path: string,
  meter: CopyMeter,
): Promise<Unfinished> {
  const header = await createHeader(client, source)
  const kept = await readUnfinished(partialPath(path), {
    stores: source.files,
    header,
    opensKey: source.opensKey,
    onFiles: meter.onFiles,
  })
  if (kept) return { ...kept, header, writer: await writeArchive(path, kept.end), resumed: true }
  const writer = await writeArchive(path, 0)
  const bytes = Buffer.from(JSON.stringify(header))
  await writer.add(headerName, bytes)
  return { writer, header, header_sha256: sha256(bytes), ...noFiles(), resumed: false }
}

async function createHeader(client: pg.Client, { header }: BackupSource): Promise<Header> {
  return { format: formatVersion, ...header, ...(await readDescription(client)) }
}

const readDescription = async (client: pg.Client) => ({
  ...(await readDatabaseFacts(client)),
  tables: await listTables(client),
})

/** Throws if the tables aren't those of the header any more. */
async function beginSnapshotOf(client: pg.Client, header: Header): Promise<void> {
  const changed = (cause?: Error) =>
    new Error(
      'The tables changed while the backup was being made, such as by an upgrade. Make the backup again',
      { cause },
    )
  await beginSnapshot(client, header.tables).catch((error: Error & { code?: string }) => {
    throw error.code === undefinedTable ? changed(error) : error
  })
  const describe = ({
    migrations,
    event_months,
    tables,
  }: Pick<Header, 'migrations' | 'event_months' | 'tables'>) =>
    JSON.stringify([migrations, event_months, tables])
  if (describe(await readDescription(client)) !== describe(header)) throw changed()
}

const undefinedTable = '42P01'

async function copyRows(client: pg.Client, { writer, header }: Unfinished, meter: CopyMeter) {
  const references = new Set<string>()
  await beginSnapshotOf(client, header)
  const tables: Manifest['tables'] = []
  const addPart = async (folder: string, extension: string, parts: Part[], bytes: Buffer, rows: number) => {
    const compressed = await compressPart(bytes)
    const name = `${folder}/${String(parts.length + 1).padStart(6, '0')}.${extension}.zst`
    await writer.add(name, compressed)
    parts.push({ name, sha256: sha256(compressed), rows })
  }
  for (const table of header.tables) {
    const parts: Part[] = []
    await copyTable(client, table, async (bytes, rows) => {
      for (const name of fileReferences(table, bytes)) references.add(name)
      await addPart(`tables/${table.name}`, 'copy', parts, bytes, rows)
      meter.onRows(meter.tables.add(table.name, rows))
    })
    meter.onRows(meter.tables.finish(table.name))
    tables.push({ name: table.name, parts })
  }
  const jobs: Part[] = []
  for await (const { lines, count } of readJobs(client)) await addPart('jobs', 'jsonl', jobs, lines, count)
  const sequences = await listSequences(client)
  await client.query('commit')
  return { tables, sequences, jobs, references }
}
