import type { TFunction } from 'i18next'

/** The presets of the specification (section 9), as the durations that are sent. */
export const snoozeChoices = [
  { hours: 1, duration: '1h' },
  { hours: 3, duration: '3h' },
  { hours: 6, duration: '6h' },
  { hours: 12, duration: '12h' },
  { hours: 24, duration: '24h' },
  { hours: 48, duration: '48h' },
] as const

export const choiceLabel = (hours: number, t: TFunction): string =>
  hours % 24 === 0 ? t('snooze.days', { count: hours / 24 }) : t('snooze.hours', { count: hours })
