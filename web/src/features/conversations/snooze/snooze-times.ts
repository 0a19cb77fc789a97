export const addMinutes = (minutes: number, now: Date): Date => new Date(now.getTime() + minutes * 60_000)

/** Combines a date field and a time field, in the browser's time zone; null when one is empty or invalid. */
export function parseDateTimeInput(date: string, time: string): Date | null {
  if (!date || !time) return null
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A date in the format of a date field, in the browser's time zone. */
export function toDateInputValue(at: Date): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

export const DEFAULT_TIME = '12:00'

/** 14:32, or Sun 14:32 on another day. */
export function formatWakeTime(at: Date, now: Date, language: string): string {
  const sameDay = toDateInputValue(at) === toDateInputValue(now)
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, sameDay ? time : { ...time, weekday: 'short' }).format(at)
}
