export const addMinutes = (minutes: number, now: Date): Date => new Date(now.getTime() + minutes * 60_000)

/** What a date field and a time field say together, in the browser's zone; null while one is empty or nonsense. */
export function parseDateTimeInput(date: string, time: string): Date | null {
  if (!date || !time) return null
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A day as a date field writes it, in the browser's zone. */
export function toDateInputValue(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export const DEFAULT_TIME = '12:00'

/** 14:32, and on another day Sun 14:32. */
export function formatWakeTime(at: Date, now: Date, language: string): string {
  const sameDay = toDateInputValue(at) === toDateInputValue(now)
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, sameDay ? time : { ...time, weekday: 'short' }).format(at)
}
