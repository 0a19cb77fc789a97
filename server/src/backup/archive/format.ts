import { z } from 'zod'

/**
 * A backup is a tar file with these entries, in this order:
 *
 *     parley-backup.json                        what it is of
 *     files/media/<sha256>                      uploaded and received files, named by their content
 *     files/mail/<sha256>.zst                   raw emails (Zstandard), named by the SHA-256 of the email
 *     tables/<table>/000001.copy.zst            rows in the text format of COPY (Zstandard), all tables as of one moment
 *     jobs/000001.jsonl.zst                     queued jobs
 *     files/…                                   files that arrived while the tables were copied
 *     manifest.json                             a line with its own SHA-256, then that of every entry that isn't named by its content,
 *                                               the numbers of rows and files, and which files the store lacked (`missing_files`) or
 *                                               had only with other content than their name says (`damaged_files`, optional)
 */
export const headerName = 'parley-backup.json'
export const manifestName = 'manifest.json'
export const rawMailSuffix = '.zst'
/** Text formats of COPY are the same in all PostgreSQL versions. */
export const formatVersion = 1

/** Larger parts and rows don't exist; an archive that claims so is damaged or hostile. In bytes, compressed or not. */
export const maxPartBytes = 256 * 1024 * 1024

export const areas = ['media', 'mail'] as const
export type Area = (typeof areas)[number]

const entryName = new RegExp(
  [
    '^(?:parley-backup\\.json|manifest\\.json',
    'files/media/[0-9a-f]{64}',
    'files/mail/[0-9a-f]{64}\\.zst',
    'tables/[a-z][a-z0-9_]*/\\d{6}\\.copy\\.zst',
    'jobs/\\d{6}\\.jsonl\\.zst)$',
  ].join('|'),
)
export const isEntryName = (name: string): boolean => entryName.test(name)

export const fileEntryName = (area: Area, hash: Buffer): string =>
  `files/${area}/${hash.toString('hex')}${area === 'mail' ? rawMailSuffix : ''}`

/** Null for other entries. */
export function parseFileEntry(name: string): { area: Area; hash: Buffer } | null {
  const [, area, hash] = /^files\/(media|mail)\/([0-9a-f]{64})/.exec(name) ?? []
  return area && hash ? { area: area === 'mail' ? 'mail' : 'media', hash: Buffer.from(hash, 'hex') } : null
}

/** The key of stored secrets, encrypted under a passphrase (scrypt, AES-256-GCM); base64url. */
const SealedKey = z.object({ salt: z.string(), iv: z.string(), tag: z.string(), text: z.string() })
export type SealedKey = z.infer<typeof SealedKey>

export const Header = z.object({
  format: z.literal(formatVersion),
  created_at: z.string(),
  /** Of the program that made it. */
  version: z.string(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Years and months whose events have a partition of their own, as their first day. */
  event_months: z.array(z.string()),
  workspace: z.string(),
  /** Columns in the order of the rows' fields. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  key_id: z.string(),
  sealed_key: SealedKey.nullable(),
})
export type Header = z.infer<typeof Header>

const Part = z.object({ name: z.string(), sha256: z.string(), rows: z.number() })
export const Manifest = z.object({
  header_sha256: z.string(),
  tables: z.array(z.object({ name: z.string(), parts: z.array(Part) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  jobs: z.array(Part),
  files: z.record(z.enum(areas), z.object({ count: z.number(), bytes: z.number() })),
  /** Files that the store lacked although the tables refer to them. */
  missing_files: z.array(z.string()),
  /** Files that were damaged in the store: they are in the archive, and their content isn't what their name says. Earlier releases don't know them. */
  damaged_files: z.array(z.string()).default([]),
})
export type Manifest = z.infer<typeof Manifest>
export type Part = z.infer<typeof Part>
