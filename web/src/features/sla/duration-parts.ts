import { parseDurationMs } from '@parley/contract/shared/duration'

export type DurationUnit = 'm' | 'h'
export type DurationParts = { count: string; unit: DurationUnit }

/** Parses `4h` as 4 hours, `90m` and `1h30m` as 90 minutes. Incomplete input is kept. */
export function splitDuration(text: string | null | undefined): DurationParts {
  const ms = parseDurationMs(text ?? '')
  if (ms === null) {
    const [, count = '', unit] = /^(.*?)([hm]?)$/.exec(text ?? '') ?? []
    return { count, unit: unit === 'm' ? 'm' : 'h' }
  }
  const simple = /^([\d.]+)([hm])$/.exec(text ?? '')
  if (simple) return { count: simple[1] ?? '', unit: simple[2] === 'm' ? 'm' : 'h' }
  const minutes = ms / 60_000
  return minutes % 60 === 0
    ? { count: String(minutes / 60), unit: 'h' }
    : { count: String(minutes), unit: 'm' }
}

/** An empty count means no target, whatever the unit. */
export const joinDuration = ({ count, unit }: DurationParts): string =>
  count.trim() === '' ? '' : `${count.trim()}${unit}`
