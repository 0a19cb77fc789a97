const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Zones of RFC 5322 section 4.3 and others in use, in minutes east of UTC. Unknown zones count as UTC. */
const zoneOffsets: Record<string, number> = {
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
  bst: 60,
  jst: 540,
}

const datePattern =
  /(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4})[\s,]+(\d{1,2})\s*[:.]\s*(\d{1,2})(?:\s*[:.]\s*(\d{1,2})(?:\.\d+)?)?\s*(?:(?:gmt|utc?)?\s*([+-])\s*(\d{1,2}):?(\d{2})|([a-z]{1,5}))?/i

/** Parses a Date header; null if it contains no date. A date without a zone is UTC. */
export function parseDate(header: string): Date | null {
  const text = header.replace(/\([^()]*\)/g, ' ').slice(0, 200)
  const match = datePattern.exec(text)
  return match ? dateFromMatch(match) : parseOtherFormats(text)
}

function dateFromMatch(match: RegExpExecArray): Date | null {
  const [, day, monthName, year, hour, minute, second, sign, zoneHours, zoneMinutes, zoneName] = match
  const month = months.indexOf((monthName ?? '').toLowerCase())
  if (month < 0) return null
  const east = sign
    ? (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes))
    : (zoneOffsets[(zoneName ?? '').toLowerCase()] ?? 0)
  const utc = Date.UTC(
    fullYear(year ?? ''),
    month,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? 0),
  )
  return plausibleDate(new Date(utc - east * 60_000))
}

/** RFC 5322 section 4.3: two digits up to 49 mean 2000 and later; three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

function parseOtherFormats(text: string): Date | null {
  const trimmed = text.trim()
  if (!/\d{4}/.test(trimmed)) return null
  const hasZone = /(z|gmt|utc|[+-]\d{2}:?\d{2})$/i.test(trimmed)
  return plausibleDate(new Date(hasZone ? trimmed : `${trimmed} UTC`))
}

/** Drops dates with an impossible year, which come from broken senders. */
function plausibleDate(date: Date): Date | null {
  const year = date.getUTCFullYear()
  return year >= 1900 && year < 10_000 ? date : null
}
