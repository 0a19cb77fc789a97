import { type HitPosition, type HitReader, readPosition, writePosition } from './newest-first-search.ts'

export type PageQuery = { query: string; page_size: number; cursor?: string | undefined }
export type Page<Row> = { rows: Row[]; next_cursor: string | null; searched_back_to: string | null }

/** Maximum number of texts checked for phrases per request. */
const maxChecked = 600

/**
 * Collects one page. If rows must be checked against their text, more are read than shown. The cursor points after the
 * last row shown, or to where the search stopped to answer in time.
 */
export async function collectPage<Row extends { id: number; created_at: Date }>(
  { page_size, cursor }: PageQuery,
  needsCheck: boolean,
  readFrom: (from: HitPosition | null) => HitReader,
  read: (positions: HitPosition[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const reader = readFrom(readPosition(cursor))
  const rows: Row[] = []
  for (let checked = 0; rows.length <= page_size && checked < maxChecked; ) {
    const positions = await reader.next(needsCheck ? 200 : page_size + 1 - rows.length)
    if (positions.length === 0) break
    checked += positions.length
    rows.push(...(await read(positions)))
  }
  const last = rows[page_size - 1]
  if (rows.length > page_size && last)
    return {
      rows: rows.slice(0, page_size),
      next_cursor: writePosition(positionOf(last)),
      searched_back_to: null,
    }
  const position = reader.stoppedAt()
  return {
    rows,
    next_cursor: position && writePosition(position),
    searched_back_to: position && rows.length < page_size ? position.at.toISOString() : null,
  }
}

const positionOf = ({ id, created_at }: { id: number; created_at: Date }): HitPosition => ({
  id,
  at: created_at,
})
