import { type Area, fileEntryName } from './archive/format.ts'
import { readColumn, type Table } from './copy-tables.ts'

/** Columns with the hash of a file that must be there. Files that are only cached aren't listed. */
const columns: Record<string, { column: string; area: Area }> = {
  media: { column: 'content_hash', area: 'media' },
  contact_exports: { column: 'content_hash', area: 'media' },
  mail_deliveries: { column: 'raw_hash', area: 'mail' },
}

/** Entry names of the files that these rows refer to. */
export function* fileReferences({ name, columns: order }: Table, rows: Buffer): Generator<string> {
  const reference = columns[name]
  if (!reference) return
  for (const value of readColumn(rows, order.indexOf(reference.column))) {
    // bytea as "\\x…"; erased emails have none.
    const hash = value?.replace(/^\\\\x/, '')
    if (hash) yield fileEntryName(reference.area, Buffer.from(hash, 'hex'))
  }
}
