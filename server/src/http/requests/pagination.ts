import { invalid } from '../errors.ts'

/** Page numbers end here, because deeper pages would read everything before them; cursors work at any depth (docs/spec/product-decisions.md#deep-lists). */
export const maxOffset = 10_000

/** Rows to skip for a page number. Throws beyond `maxOffset`, where only cursors work. */
export function pageOffset({ page, page_size }: { page: number; page_size: number }): number {
  const offset = (page - 1) * page_size
  if (offset >= maxOffset) throw invalid('page', `Pages end at row ${maxOffset}. Use next_cursor to continue`)
  return offset
}

/** The pagination fields of list responses (docs/spec/wire.md#answers). `count` may be one more than `maxOffset`, which means "at least". */
export function pageMetadata(count: number, { page, page_size }: { page: number; page_size: number }) {
  const total = Math.min(count, maxOffset)
  return {
    total,
    total_is_estimate: count > maxOffset,
    per_page: page_size,
    total_pages: Math.ceil(total / page_size),
    page,
  }
}

/** An opaque cursor: the sort, and the last row's sort value and id. */
export const encodeCursor = (sort: string, value: string | null, id: number): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** Rejects a cursor of another sort. `isComparable` checks that the value can be compared with the column. */
export function decodeCursor(
  cursor: string,
  sort: string,
  isComparable: (value: string) => boolean,
): { value: string | null; id: number } {
  const decoded = tryDecode(cursor)
  if (Array.isArray(decoded) && decoded.length === 3) {
    const [cursorSort, value, id]: unknown[] = decoded
    const isValue = value === null || (typeof value === 'string' && isComparable(value))
    if (cursorSort === sort && isValue && typeof id === 'number' && Number.isSafeInteger(id))
      return { value, id }
  }
  throw invalid('cursor', 'This cursor belongs to another list or sort. Start again from page 1')
}

function tryDecode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** JavaScript parses 31 April as 1 May and accepts a year 0; the database rejects both. */
export function isValidInstant(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) || value < '0001') return false
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value.slice(0, 19))
}
