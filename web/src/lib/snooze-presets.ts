import type { TFunction } from 'i18next'

/** Snooze presets in minutes (spec section 9). */
export const snoozePresets = [60, 180, 360, 720, 1440, 2880] as const

/** 45 minutes, 3 hours, 2 days: minutes below an hour, otherwise hours rounded down, and whole days as days. */
export function snoozeLabel(minutes: number, t: TFunction): string {
  if (minutes < 60) return t('snooze.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours % 24 === 0 ? t('snooze.days', { count: hours / 24 }) : t('snooze.hours', { count: hours })
}

/**
 * The duration as it is sent: 45 is `45m`, 180 is `3h` (spec of the palette). A duration instead of an instant, because
 * this computer's clock may be wrong.
 */
export const snoozeDuration = (minutes: number): string =>
  minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`
