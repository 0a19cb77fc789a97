import type { TFunction } from 'i18next'

/** How long a conversation can be put aside with one press, in minutes (spec section 9). */
export const snoozePresets = [60, 180, 360, 720, 1440, 2880] as const

/** 45 minutes, 3 hours, 2 days: under an hour minutes, else hours rounded down, and whole days as days. */
export function snoozeLabel(minutes: number, t: TFunction): string {
  if (minutes < 60) return t('snooze.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours % 24 === 0 ? t('snooze.days', { count: hours / 24 }) : t('snooze.hours', { count: hours })
}

/**
 * The same as it is sent, by the spec of the palette: 45 is `45m`, 180 is `3h`. A duration and no instant, for the clock of this computer may
 * be wrong, and the server's counts.
 */
export const snoozeDuration = (minutes: number): string =>
  minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`
