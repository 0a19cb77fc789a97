import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Text that is already escaped and encoded, concatenated as is. */
type EncodedText = readonly Buffer[]
type Cell = string | number | boolean | Date | EncodedText | null

export type Copy = {
  /** Cells in column order. Strings must not contain tabs, line breaks or backslashes: see `escaped`. */
  row(cells: readonly Cell[]): void
  /** Waits while PostgreSQL is behind. Call it regularly, or rows pile up in memory. */
  drained(): Promise<void> | undefined
  /** Commits. Returns the number of rows. */
  end(): Promise<number>
}

const bufferSize = 4 * 1024 * 1024
/** Larger than any row. */
const mostPerRow = 2 * 1024 * 1024

/** Returns the number of bytes written. */
function writeCell(buffer: Buffer, offset: number, cell: Cell): number {
  if (cell === null) return buffer.write('\\N', offset, 'latin1')
  if (typeof cell === 'string') return buffer.write(cell, offset)
  if (typeof cell === 'number') return buffer.write(String(cell), offset, 'latin1')
  if (typeof cell === 'boolean') return buffer.write(cell ? 't' : 'f', offset, 'latin1')
  if (cell instanceof Date) return buffer.write(cell.toISOString(), offset, 'latin1')
  let end = offset
  for (const piece of cell) end += piece.copy(buffer, end)
  return end - offset
}

/**
 * Loads an empty table on its own connection. The table is truncated in the same transaction, so its rows are frozen immediately and need
 * no vacuum, and with wal_level=minimal they are written once instead of twice.
 */
export async function openCopy(connectionString: string, table: string, columns: string[]): Promise<Copy> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('set synchronous_commit = off')
  await client.query('begin')
  await client.query(`truncate ${table}`)
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy ${table} (${names}) from stdin (freeze)`))
  const failed = new Promise<never>((_, reject) => {
    stream.once('error', (error) => reject(new Error(`Loading ${table}: ${error.message}`, { cause: error })))
  })
  // The next await sees the rejection; until then it must not count as unhandled.
  failed.catch(() => {})
  let buffer = Buffer.allocUnsafeSlow(bufferSize)
  let used = 0
  let rows = 0
  let drain: Promise<void> | undefined

  const flush = () => {
    const fits = stream.write(buffer.subarray(0, used))
    buffer = Buffer.allocUnsafeSlow(bufferSize)
    used = 0
    if (!fits)
      drain = Promise.race([once(stream, 'drain'), failed]).then(() => {
        drain = undefined
      })
  }
  return {
    row(cells) {
      if (used > bufferSize - mostPerRow) flush()
      let first = true
      for (const cell of cells) {
        if (!first) buffer[used++] = 0x09
        first = false
        used += writeCell(buffer, used, cell)
      }
      buffer[used++] = 0x0a
      rows += 1
    },
    drained: () => drain,
    async end() {
      flush()
      stream.end()
      await Promise.race([once(stream, 'finish'), failed])
      await client.query('commit')
      await client.end()
      return rows
    },
  }
}
