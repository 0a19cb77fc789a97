import type { TFunction } from 'i18next'

export type DurationPart = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

const DAYS_FROM_MINUTES = 2880

/** 40 s, 12 min, 3 h 20 min; whole days from 2880 minutes on. Rounded down, so as not to promise time that isn't left. */
export function durationParts(ms: number): DurationPart[] {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return [{ unit: 'seconds', count: Math.floor(ms / 1000) }]
  if (minutes >= DAYS_FROM_MINUTES) return [{ unit: 'days', count: Math.floor(minutes / 1440) }]
  const parts: DurationPart[] = [
    { unit: 'hours', count: Math.floor(minutes / 60) },
    { unit: 'minutes', count: minutes % 60 },
  ]
  return parts.filter((part) => part.count > 0)
}

export const durationText = (ms: number, t: TFunction): string =>
  durationParts(ms)
    .map(({ unit, count }) => t(`duration.${unit}`, { count }))
    .join(' ')
