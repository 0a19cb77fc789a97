import { readCount } from './counts.ts'

const amount = String.raw`(\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?)`
const minutes = '(?:m|mins?|minutes?)'
const hours = '(?:h|hrs?|hours?)'
const prefix = '^(?:(?:in|for) )?'

const hourPattern = new RegExp(`${prefix}${amount} ?${hours}(?: ?(?:and )?(\\d{1,2}) ?${minutes}?)?$`)
const hourAndHalfPattern = new RegExp(`${prefix}${amount} ?${hours} and a half$`)
const minutePattern = new RegExp(`${prefix}${amount} ?${minutes}$`)

/** A number of hours or minutes from now, in milliseconds: "45m", "2h30", "in half an hour". Null for anything else. */
export function parseElapsedTime(text: string): number | null {
  const halves = hourAndHalfPattern.exec(text)
  if (halves?.[1]) return (readCount(halves[1]) + 0.5) * 3_600_000
  const hour = hourPattern.exec(text)
  if (hour?.[1]) return readCount(hour[1]) * 3_600_000 + Number(hour[2] ?? 0) * 60_000
  const minute = minutePattern.exec(text)
  return minute?.[1] ? readCount(minute[1]) * 60_000 : null
}
