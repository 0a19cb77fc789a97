import type { TFunction } from 'i18next'

/** 45 minutes, 3 hours, 2 days: under an hour minutes, else hours rounded down, and whole days as days. */
export function snoozeLabel(minutes: number, t: TFunction): string {
  if (minutes < 60) return t('snooze.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours % 24 === 0 ? t('snooze.days', { count: hours / 24 }) : t('snooze.hours', { count: hours })
}
