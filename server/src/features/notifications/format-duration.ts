const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats a duration in its two largest units: `1 day 4 hours`, `12 minutes`; at least one minute. */
export function formatDuration(milliseconds: number, language: string): string {
  let left = Math.max(60_000, milliseconds)
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    if (count === 0) {
      // "1 day 12 minutes" would be too precise.
      if (parts.length > 0) break
      continue
    }
    left -= count * size
    parts.push(formatUnit(language, unit, count))
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

const formatUnit = (language: string, unit: string, count: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
