const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000 }

/** Parses `4h`, `30m`, `1h30m` or `1.5h` (hours first) to milliseconds; null for anything else. */
export function parseDurationMs(text: string): number | null {
  const match = /^(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?(?:\d+(?:\.\d+)?s)?$/.exec(text)
  if (!match || text === '') return null
  return [...text.matchAll(/([\d.]+)([hms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0),
    0,
  )
}
