import type { ClockTime } from './wall-time.ts'

/** What the parts of a day mean, in hours. */
const parts: Record<string, number> = {
  morning: 9,
  lunch: 12,
  lunchtime: 12,
  noon: 12,
  midday: 12,
  afternoon: 14,
  evening: 18,
  night: 20,
  eod: 17,
  cob: 17,
}
/** The working day starts and ends with these, when a phrase has no time. */
export const startOfDay: ClockTime = { hour: 9, minute: 0 }
export const endOfDay: ClockTime = { hour: 17, minute: 0 }

const clockPattern = /^(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|a|p)?$/

/** A time of day, or null: "9", "9:30", "9.30", "2 pm", "noon", "in the afternoon", "evening at 7". */
export function parseTimeOfDay(phrase: string, hour12: boolean): ClockTime | null {
  const text = phrase.replace(/^(?:at|@|by|around) ?/, '').replace(/^(?:in the|early|late) /, '')
  if (text === 'midnight') return { hour: 24, minute: 0 }
  const part = parts[text]
  if (part !== undefined) return { hour: part, minute: 0 }
  const clock = parseClock(text, hour12)
  if (clock) return clock
  const withPart = /^(morning|afternoon|evening|night)(?: at)? (\S+)$/.exec(text)
  const afterClock = /^(\S+)(?: in the| at)? (morning|afternoon|evening|night)$/.exec(text)
  const [name, time] = withPart ? [withPart[1], withPart[2]] : [afterClock?.[2], afterClock?.[1]]
  if (!name || !time) return null
  const exact = parseClock(time, false, false)
  if (!exact) return null
  return name !== 'morning' && exact.hour < 12 ? { ...exact, hour: exact.hour + 12 } : exact
}

/** Nobody means 3 in the night by "3": up to six, it is the afternoon, unless it is written like a 24-hour clock. */
function parseClock(text: string, hour12: boolean, guessAfternoon = true): ClockTime | null {
  const match = clockPattern.exec(text)
  if (!match?.[1]) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  const half = match[3]?.[0]
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null
  if (half) return { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute }
  const isBare = match[2] === undefined || (hour12 && !match[1].startsWith('0'))
  const isAfternoon = guessAfternoon && isBare && hour >= 1 && hour <= 6 && !match[1].startsWith('0')
  return { hour: isAfternoon ? hour + 12 : hour, minute }
}
