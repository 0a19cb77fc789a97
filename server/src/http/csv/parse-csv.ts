import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from '../errors.ts'

export type CsvRow = {
  /** Line number where the row begins, from 1. */
  line: number
  fields: string[]
}

/**
 * Parses CSV as spreadsheets of any locale write it: separated by commas, semicolons or tabs, with or without quotes and byte order
 * mark. Skips empty lines. Throws a 400 at `path` for unreadable input.
 */
export function parseCsv(text: string, path: string): CsvRow[] {
  if (text.includes('\uFFFD'))
    throw invalid(path, 'Some characters in this file can’t be read. Save it as "CSV UTF-8" and try again')
  if (text.includes('\0'))
    throw invalid(path, 'This isn’t a CSV file. In your spreadsheet, choose "Save as" and the CSV format')
  // Inside quotes, the parser counts CRLF as two lines.
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const recordEnds: number[] = []
  const records = parseRecords(plain, path, (line) => recordEnds.push(line))
  return records
    .map((fields, n) => ({ line: (recordEnds[n - 1] ?? 0) + 1, fields }))
    .filter(({ fields }) => fields.some((field) => field !== ''))
}

function parseRecords(text: string, path: string, onRecordEnd: (line: number) => void): string[][] {
  try {
    return parse(text, {
      delimiter: detectSeparator(text),
      relax_column_count: true,
      trim: true,
      on_record: (record: string[], { lines }) => {
        onRecordEnd(lines)
        return record
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw invalid(path, 'A quote is never closed. Add the missing quote')
    throw invalid(path, `Unexpected quote in line ${error.lines}. Remove it, or double it`)
  }
}

/** The separator that occurs most often in the first line, outside quotes. */
function detectSeparator(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const [separator = ','] = [',', ';', '\t'].toSorted((a, b) => bare.split(b).length - bare.split(a).length)
  return separator
}
