import { catalogueLocale } from './locale.ts'

export type DurationPart = { unit: 'second' | 'minute' | 'hour' | 'day'; count: number }

const DAYS_FROM_MINUTES = 2880

/** Seconds below a minute, then hours and minutes; whole days from 2880 minutes on. Rounded down, so as not to promise time that isn't left. */
export function durationParts(ms: number): DurationPart[] {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return [{ unit: 'second', count: Math.floor(ms / 1000) }]
  if (minutes >= DAYS_FROM_MINUTES) return [{ unit: 'day', count: Math.floor(minutes / 1440) }]
  const parts: DurationPart[] = [
    { unit: 'hour', count: Math.floor(minutes / 60) },
    { unit: 'minute', count: minutes % 60 },
  ]
  return parts.filter((part) => part.count > 0)
}

/** 40s, 12m, 3h 20m, 2d */
export const durationText = (ms: number): string => durationParts(ms).map(durationPartText).join(' ')

/** As Intl.DurationFormat writes it, which not every browser has, and which leaves out zero seconds. */
export const durationPartText = ({ unit, count }: DurationPart): string =>
  new Intl.NumberFormat(catalogueLocale(), { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
