const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/**
 * Parses a duration as Go's `time.ParseDuration` does, in milliseconds; null if it is not one. Snooze times and mail server settings
 * have this format on the wire (docs/spec/wire.md#requests); SLA targets have a narrower one, in the contract.
 */
export function parseGoDuration(text: string): number | null {
  if (!/^[+-]?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return text === '0' ? 0 : null
  const sign = text.startsWith('-') ? -1 : 1
  let total = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(number) * (unitMs[unit ?? ''] ?? 0)
  return sign * total
}
