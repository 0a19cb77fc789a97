const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Milliseconds of a duration built from decimal numbers and units, or null if the text is not one. */
export function parseDurationMs(text: string): number | null {
  if (!/^[+-]?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return text === '0' ? 0 : null
  const sign = text.startsWith('-') ? -1 : 1
  let total = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(number) * (unitMs[unit ?? ''] ?? 0)
  return sign * total
}
