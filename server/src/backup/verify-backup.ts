import { stat } from 'node:fs/promises'
import { checkFileContent, decompressPart, sha256 } from './archive/check-content.ts'
import {
  areas,
  type Header,
  Header as HeaderSchema,
  headerName,
  type Manifest,
  Manifest as ManifestSchema,
  manifestName,
  type Part,
  parseFileEntry,
} from './archive/format.ts'
import { type ArchiveEntry, DamagedArchive, readArchive } from './archive/read-archive.ts'
import { countRows, type Table } from './copy-tables.ts'
import { fileReferences } from './file-references.ts'
import type { Progress } from './progress.ts'

/** Receives the content of an archive while it is checked. Nothing may take effect before `verifyBackup` has returned. */
export type Receiver = {
  header(header: Header): Promise<void>
  /** An email as it is stored; never a damaged one. */
  mail(hash: Buffer, stored: Buffer): Promise<void>
  /** The chunks of another file. A damaged one must not be stored under this hash, so its content has to decide. */
  media(hash: Buffer, chunks: AsyncIterable<Uint8Array>): Promise<void>
  rows(table: Table, rows: Buffer): Promise<void>
  jobs(lines: Buffer): Promise<void>
}

export type BackupContents = { header: Header; manifest: Manifest; rows: number; files: number }

type Seen = {
  header: Header | null
  header_sha256: string
  /** Parts in order, by the folder that they are in. */
  parts: Map<string, Part[]>
  files: Set<string>
  /** Files that aren't what their name says, which the manifest has to list. */
  damage: Map<string, DamagedArchive>
  /** Files that rows refer to, with the part that first does. */
  references: Map<string, string>
  manifest: Manifest | null
}

/**
 * Reads a whole backup and checks everything about it: each part and file, that nothing is missing or added, and that the files are there
 * to which the rows refer.
 * @throws DamagedArchive
 */
export async function verifyBackup(
  path: string,
  progress: Progress,
  receiver?: Receiver,
): Promise<BackupContents> {
  const seen: Seen = {
    header: null,
    header_sha256: '',
    parts: new Map(),
    files: new Set(),
    damage: new Map(),
    references: new Map(),
    manifest: null,
  }
  let end = 0
  progress.begin({ name: receiver ? 'restore' : 'check', unit: 'bytes', total: (await stat(path)).size })
  for await (const entry of readArchive(path)) {
    await readEntry(seen, entry, receiver)
    end = entry.offset
    progress.update(entry.end)
  }
  const { header, manifest } = seen
  if (!header || !manifest) throw new DamagedArchive('it has no manifest, so it was never finished', end)
  for (const [name, damage] of seen.damage) if (!manifest.damaged_files.includes(name)) throw damage
  const problem = compare(seen, manifest)
  if (problem) throw new DamagedArchive(problem, end, manifestName)
  const rows = [...seen.parts.values()].flat().reduce((sum, part) => sum + part.rows, 0)
  return { header, manifest, rows, files: seen.files.size }
}

async function readEntry(seen: Seen, entry: ArchiveEntry, receiver: Receiver | undefined): Promise<void> {
  if (seen.manifest) throw entry.damage('it comes after the manifest')
  if (entry.name === headerName) return readHeader(seen, entry, receiver)
  if (!seen.header) throw entry.damage('it comes before the header')
  if (entry.name === manifestName) {
    seen.manifest = parse(ManifestSchema, entry, openManifest(entry, await entry.read()))
    return
  }
  if (entry.name.startsWith('files/')) return readFile(seen, entry, receiver)
  return readPart(seen, seen.header, entry, receiver)
}

/** It begins with a line with its own SHA-256. */
function openManifest(entry: ArchiveEntry, bytes: Buffer): Buffer {
  const json = bytes.subarray(bytes.indexOf('\n') + 1)
  if (bytes.toString('utf8', 0, bytes.length - json.length).trim() !== sha256(json))
    throw entry.damage('it was changed')
  return json
}

async function readHeader(seen: Seen, entry: ArchiveEntry, receiver: Receiver | undefined) {
  if (seen.header) throw entry.damage('it is there twice')
  const bytes = await entry.read()
  seen.header = parse(HeaderSchema, entry, bytes)
  seen.header_sha256 = sha256(bytes)
  await receiver?.header(seen.header)
}

async function readFile(seen: Seen, entry: ArchiveEntry, receiver: Receiver | undefined): Promise<void> {
  const file = parseFileEntry(entry.name)
  if (!file || seen.files.has(entry.name)) throw entry.damage('it is there twice')
  seen.files.add(entry.name)
  const receive = receiver && ((chunks: AsyncIterable<Uint8Array>) => receiver.media(file.hash, chunks))
  const { mail, damage } = await checkFileContent(entry, receive)
  if (damage) seen.damage.set(entry.name, damage)
  if (mail) await receiver?.mail(file.hash, mail)
}

async function readPart(seen: Seen, header: Header, entry: ArchiveEntry, receiver: Receiver | undefined) {
  const [folder = '', name] = /^(?:tables\/([^/]+)|jobs)(?=\/)/.exec(entry.name) ?? []
  const table = header.tables.find((one) => one.name === name)
  if (name && !table) throw entry.damage('the header doesn’t list this table')
  const parts = seen.parts.get(folder) ?? []
  if (Number(/\d{6}/.exec(entry.name)?.[0]) !== parts.length + 1)
    throw entry.damage('it is there twice, or in the wrong order')
  const stored = await entry.read()
  const bytes = await decompressPart(entry, stored)
  seen.parts.set(folder, [...parts, { name: entry.name, sha256: sha256(stored), rows: countRows(bytes) }])
  if (!table) return receiver?.jobs(bytes)
  for (const file of fileReferences(table, bytes))
    if (!seen.references.has(file)) seen.references.set(file, entry.name)
  await receiver?.rows(table, bytes)
}

function parse<T>(schema: { parse(value: unknown): T }, entry: ArchiveEntry, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw entry.damage('its content isn’t what a backup of this version contains')
  }
}

/** Why the contents aren't what the manifest says, or null. */
function compare(seen: Seen, manifest: Manifest): string | null {
  if (seen.header_sha256 !== manifest.header_sha256) return 'the header was changed'
  const expected = new Map<string, Part[]>(
    manifest.tables.map(({ name, parts }) => [`tables/${name}`, parts]),
  )
  expected.set('jobs', manifest.jobs)
  for (const [folder, parts] of seen.parts)
    if (!expected.has(folder)) return `${parts[0]?.name} isn’t part of this backup`
  for (const [folder, parts] of expected) {
    const problem = compareParts(seen.parts.get(folder) ?? [], parts)
    if (problem) return problem
  }
  return compareFiles(seen, manifest)
}

function compareParts(actual: Part[], expected: Part[]): string | null {
  for (const [index, part] of expected.entries()) {
    const other = actual[index]
    if (!other) return `${part.name} is missing (${part.rows} rows)`
    if (other.sha256 !== part.sha256 || other.rows !== part.rows)
      return `${part.name} was changed (${part.rows} rows)`
  }
  const extra = actual[expected.length]
  return extra ? `${extra.name} isn’t part of this backup` : null
}

function compareFiles({ files, damage, references }: Seen, manifest: Manifest): string | null {
  const intact = manifest.damaged_files.find((name) => !damage.has(name))
  if (intact) return `${intact} isn’t damaged, although it was when the backup was made`
  for (const area of areas) {
    const count = [...files].filter((name) => name.startsWith(`files/${area}/`)).length
    const expected = manifest.files[area]?.count ?? 0
    if (count !== expected) return `it has ${count} files of the kind ${area} instead of ${expected}`
  }
  const missing = new Set(manifest.missing_files)
  for (const [file, part] of references)
    if (!files.has(file) && !missing.has(file)) return `${file} is missing, to which ${part} refers`
  return null
}
