export const addMinutes = (minutes: number, now: Date): Date => new Date(now.getTime() + minutes * 60_000)

/** A date in the format of a date field, in the browser's time zone. */
export function toDateInputValue(at: Date): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** 14:32, or Sun 14:32 on another day. */
export function formatWakeTime(at: Date, now: Date, language: string): string {
  const sameDay = toDateInputValue(at) === toDateInputValue(now)
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, sameDay ? time : { ...time, weekday: 'short' }).format(at)
}
