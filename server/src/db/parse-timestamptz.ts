import pg from 'pg'

const parseWithDriver: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/**
 * Parses a timestamptz as PostgreSQL formats it, to milliseconds. The common format (`2026-11-21 09:30:00.123456+00`) is sliced by
 * position: a list of 50 conversations has 600 of them, which took 0.2 ms with the driver's regular expression.
 */
export function parseTimestamptz(text: string): Date {
  const { length } = text
  // Leave five-digit years, years BC and other time zones to the driver.
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
  // Date.UTC maps years below 100 to 1900 and later.
  return text.startsWith('00') || Number.isNaN(ms) ? parseWithDriver(text) : new Date(ms)
}
