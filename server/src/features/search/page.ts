import { type Place, readPlace, type Walk, writePlace } from './newest-first.ts'

export type PageQuery = { query: string; page_size: number; cursor?: string | undefined }
export type Page<Row> = { rows: Row[]; next_cursor: string | null; searched_back_to: string | null }

/** Texts that are read to see whether a phrase stands in them, for one answer. */
const mostChecked = 600

/**
 * One page of a walk. When rows must be checked against their text, more are read than are shown; the cursor stands behind the last row
 * that is shown, or where the search stopped to answer in time.
 */
export async function collect<Row extends { id: number; created_at: Date }>(
  { page_size, cursor }: PageQuery,
  check: boolean,
  walkFrom: (from: Place | null) => Walk,
  read: (places: Place[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const walk = walkFrom(readPlace(cursor))
  const rows: Row[] = []
  for (let checked = 0; rows.length <= page_size && checked < mostChecked; ) {
    const places = await walk.next(check ? 200 : page_size + 1 - rows.length)
    if (places.length === 0) break
    checked += places.length
    rows.push(...(await read(places)))
  }
  const last = rows[page_size - 1]
  if (rows.length > page_size && last)
    return { rows: rows.slice(0, page_size), next_cursor: writePlace(placeOf(last)), searched_back_to: null }
  const stopped = walk.stoppedAt()
  return {
    rows,
    next_cursor: stopped && writePlace(stopped),
    searched_back_to: stopped && rows.length < page_size ? stopped.at.toISOString() : null,
  }
}

const placeOf = ({ id, created_at }: { id: number; created_at: Date }): Place => ({ id, at: created_at })
