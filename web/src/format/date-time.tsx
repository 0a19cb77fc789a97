import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatterCache } from './formatter-cache.ts'
import { catalogueLocale, readerLocale } from './locale.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

const dates = (options: Intl.DateTimeFormatOptions) =>
  formatterCache((locale) => new Intl.DateTimeFormat(locale, options))
const mediumDate = dates({ dateStyle: 'medium' })
const mediumUtcDate = dates({ dateStyle: 'medium', timeZone: 'UTC' })
const longDateTime = dates({ dateStyle: 'long', timeStyle: 'short' })
const dayAndTime = dates({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
const time = dates({ timeStyle: 'short' })
const shortAgo = formatterCache((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }))

/** "38 min ago", "2 hr ago", "3 days ago", "12 Mar 2026", with the exact time as title. Refreshed every minute. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <time dateTime={at} title={fullDateTime(at)} className={className}>
      {relativeTimeText(at, now, t)}
    </time>
  )
}

/** In the catalogue's language; from seven days on a date in the browser's locale. */
export function relativeTimeText(at: string, now: Date, t: TFunction, locale = readerLocale()): string {
  const ago = relativeTime(new Date(at), now)
  if (ago.unit === 'now') return t('time.just_now')
  if (ago.unit === 'date') return fullDate(at, locale)
  return shortAgo(catalogueLocale()).format(-ago.count, ago.unit)
}

/** 12 Mar 2026 */
export const fullDate = (at: string, locale = readerLocale()): string =>
  mediumDate(locale).format(new Date(at))

/** 12 Mar 2026 for `2026-03-12`: a calendar date, the same in every time zone. Other text is returned unchanged. */
export const calendarDate = (day: string, locale = readerLocale()): string =>
  Number.isNaN(Date.parse(`${day}T00:00:00Z`))
    ? day
    : mediumUtcDate(locale).format(new Date(`${day}T00:00:00Z`))

/** 12 March 2026 at 10:02 */
export const fullDateTime = (at: string, locale = readerLocale()): string =>
  longDateTime(locale).format(new Date(at))

/** 12 Mar, 10:02 */
export const shortDateTime = (at: string, locale = readerLocale()): string =>
  dayAndTime(locale).format(new Date(at))

/** 10:02 */
export const clockTime = (at: string, locale = readerLocale()): string => time(locale).format(new Date(at))
