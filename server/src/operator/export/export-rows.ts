import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { sealedPattern } from '../../secrets.ts'

/** A stored secret, wherever in a row it is. */
const sealedSecret = new RegExp(`"${sealedPattern.source}"`, 'g')

type ExportedRows = {
  table: string
  without: readonly string[]
  path: string
  /** Called now and then with how many more rows are written. */
  onRows(count: number): void
}

const reportedRows = 1_000

/**
 * Writes the rows of a table as JSON, one per line, in the order of their ids if they have any. Stored secrets become null.
 * Returns how many.
 */
export async function exportRows(
  client: pg.ClientBase,
  { table, without, path, onRows }: ExportedRows,
): Promise<number> {
  const { rows } = await client.query<{ has_id: boolean }>(
    `select exists (select from pg_attribute where attrelid = $1::regclass and attname = 'id' and not attisdropped) as has_id`,
    [table],
  )
  const columns = `array[${without.map((column) => client.escapeLiteral(column)).join(', ')}]::text[]`
  const name = client.escapeIdentifier(table)
  const query = `select to_jsonb(x) - ${columns} from ${name} x${rows[0]?.has_id ? ' order by x.id' : ''}`
  // JSON has neither of these characters, so the CSV is the JSON itself.
  const source = client.query(
    copyTo(`copy (${query}) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`),
  )
  let count = 0
  await pipeline(
    source,
    eachLine((line) => {
      count += 1
      if (count % reportedRows === 0) onRows(reportedRows)
      return line.replaceAll(sealedSecret, 'null')
    }),
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return count
}

function eachLine(change: (line: string) => string): Transform {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(10)
      rest = bytes.subarray(end + 1)
      const lines = bytes.subarray(0, Math.max(end, 0)).toString('utf8')
      done(null, end < 0 ? undefined : `${lines.split('\n').map(change).join('\n')}\n`)
    },
    flush(done) {
      done(null, rest.length > 0 ? `${change(rest.toString('utf8'))}\n` : undefined)
    },
  })
}
