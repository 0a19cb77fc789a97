import {
  type BusinessHours,
  type BusinessHoursWrite,
  type DaySpan,
  type Weekday,
  weekdays,
} from '@parley/contract/business-hours/business-hours'
import type { z } from 'zod'

export type HoursFields = z.input<typeof BusinessHoursWrite>
export type Week = NonNullable<HoursFields['hours']>

export const HOURS_PATH = '/admin/business-hours'
export const hoursPath = (id: number) => `${HOURS_PATH}/${id}/edit`

export const defaultSpan: DaySpan = { open: '09:00', close: '17:00' }

export const newHours: HoursFields = {
  name: '',
  description: '',
  is_always_open: false,
  hours: Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, { spans: [defaultSpan] }])),
  holidays: [],
}

/** Form values of existing business hours. */
export const fieldsOf = (saved: BusinessHours): HoursFields => ({
  name: saved.name,
  description: saved.description ?? '',
  is_always_open: saved.is_always_open,
  hours: Object.fromEntries(
    weekdays.flatMap((day) => {
      const open = saved.hours[day]
      return open ? [[day, { spans: open.spans }]] : []
    }),
  ),
  holidays: saved.holidays,
})

export const daySpans = (week: Week, day: Weekday): readonly DaySpan[] => week[day]?.spans ?? []

/** A day without spans is closed. */
export const withDaySpans = (week: Week, day: Weekday, spans: readonly DaySpan[]): Week => ({
  ...week,
  [day]: spans.length > 0 ? { spans: [...spans] } : null,
})

/** Suggests a span after the last one, if there is room before midnight. */
export function nextSpan(spans: readonly DaySpan[]): DaySpan {
  const last = spans.at(-1)
  if (!last) return defaultSpan
  const hour = Number(last.close.slice(0, 2)) + 1
  return !(hour > 1 && hour < 23)
    ? { open: '', close: '' }
    : { open: `${twoDigits(hour)}:00`, close: `${twoDigits(Math.min(hour + 3, 23))}:00` }
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The weekday in the user's language. 5 January 1970 was a Monday. */
export const dayName = (day: Weekday, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 5 + weekdays.indexOf(day)),
  )
