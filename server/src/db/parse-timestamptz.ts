import pg from 'pg'

const parseWithDriver: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/**
 * Reads a timestamptz as PostgreSQL writes it, in milliseconds. The usual form (`2026-11-21 09:30:00.123456+00`) is cut up by place: a list of
 * 50 conversations carries 600 of them, and the driver's pattern took 0.2 ms for these.
 */
export function parseTimestamptz(text: string): Date {
  const { length } = text
  // Of five digits in the year, of years before Christ and of other zones the driver knows better.
  if (length < 22 || text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00'))
    return parseWithDriver(text)
  const ms = Date.UTC(
    +text.slice(0, 4),
    +text.slice(5, 7) - 1,
    +text.slice(8, 10),
    +text.slice(11, 13),
    +text.slice(14, 16),
    +text.slice(17, 19),
    length > 22 ? Math.trunc(+text.slice(19, length - 3) * 1000) : 0,
  )
  // Date.UTC takes years below 100 for those after 1900.
  return text.startsWith('00') || Number.isNaN(ms) ? parseWithDriver(text) : new Date(ms)
}
