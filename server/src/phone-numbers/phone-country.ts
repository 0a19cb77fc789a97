import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'
import { areaCodes, sharedNumbering } from './phone-territories.ts'

type Library = typeof import('libphonenumber-js/min')
type Metadata = { country_calling_codes: Record<string, CountryCode[]> }

const require = createRequire(import.meta.url)
// Loaded on first use with `require`, because the caller is synchronous: the library takes 14 MB, and most contacts
// have no phone number. `require` does not know the types.
const library = (): Library => require('libphonenumber-js/min') as Library
const metadata = (): Metadata => require('libphonenumber-js/min/metadata') as Metadata

/**
 * The calling code of a country as existing clients list it: "DE" is "+49", American Samoa "+1-684", Vatican City
 * "+379". Null if it is not a country.
 */
export function callingCodeOf(country: string | null): string | null {
  if (!country) return null
  if (country === 'VA') return '+379'
  const diallingCode = diallingCodeOf(country)
  const [area] = Object.hasOwn(areaCodes, country) ? (areaCodes[country] ?? []) : []
  // Existing clients list the Channel Islands and the Isle of Man as +44.
  return diallingCode && area && diallingCode === '+1' ? `${diallingCode}-${area}` : diallingCode
}

/** The dialling code without an area code. */
function diallingCodeOf(country: string): string | null {
  if (Object.hasOwn(sharedNumbering, country)) return `+${sharedNumbering[country]}`
  return isCountry(country) ? `+${library().getCountryCallingCode(country)}` : null
}

const isCountry = (text: string): text is CountryCode => library().isSupportedCountry(text)

/**
 * The country a client means by "DE" or, in older clients, by "+49" or "+1-684". A calling code shared by several
 * countries keeps the current country, otherwise it means the largest one. Null if the text is neither.
 */
export function parseCountry(text: string, current: string | null): string | null {
  const country = text.trim().toUpperCase()
  if (diallingCodeOf(country)) return country
  const digits = parseDigits(text)
  if (digits === null) return null
  if (
    current &&
    [callingCodeOf(current), diallingCodeOf(current)].some((code) => parseDigits(code) === digits)
  )
    return current
  if (digits === '379') return 'VA'
  return countryOfArea(digits) ?? mainCountry(digits)
}

/** The digits of "+1-684", "001 684" or "1684"; null for anything else. */
function parseDigits(text: string | null): string | null {
  const [, digits = null] = /^(?:\+|00)?(\d[\d\s-]*)$/.exec(text?.trim() ?? '') ?? []
  return digits?.replace(/\D/g, '') ?? null
}

/** For example, "1684" is American Samoa. */
function countryOfArea(digits: string): string | null {
  const [country = null] =
    Object.entries(areaCodes).find(([one, areas]) =>
      areas.some(
        (area) => diallingCodeOf(one) === `+${digits.slice(0, -area.length)}` && digits.endsWith(area),
      ),
    ) ?? []
  return country
}

/** The first country of a calling code is the main one: "+1" is the United States, "+44" Great Britain. */
function mainCountry(calling_code: string): CountryCode | null {
  const codes = metadata().country_calling_codes
  return (Object.hasOwn(codes, calling_code) && codes[calling_code]?.[0]) || null
}
