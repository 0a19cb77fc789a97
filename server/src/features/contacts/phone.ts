import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'

type Library = typeof import('libphonenumber-js/min')
type Metadata = { country_calling_codes: Record<string, CountryCode[]> }

const require = createRequire(import.meta.url)
// Loaded at first use, which cannot wait: they take 14 MB, and most contacts have no number. Their own types, which require does not know.
const library = (): Library => require('libphonenumber-js/min') as Library
const metadata = (): Metadata => require('libphonenumber-js/min/metadata') as Metadata

/** The calling code of a country, as the older clients show it: "DE" is "+49". Null for what is no country. */
export const callingCodeOf = (country: string | null): string | null =>
  country && isCountry(country) ? `+${library().getCountryCallingCode(country)}` : null

const isCountry = (text: string): text is CountryCode => library().isSupportedCountry(text)

/**
 * The country that a client means by "DE" or, in the older generation, by "+49". A calling code that several countries share means the one
 * that is there already, else the largest. Null when it is neither.
 */
export function readCountry(text: string, present: string | null): string | null {
  const country = text.toUpperCase()
  if (isCountry(country)) return country
  const code = text.replace(/^(?:\+|00)/, '')
  if (callingCodeOf(present) === `+${code}`) return present
  return mainCountry(code)
}

/** The first of a code's countries is the main one: "+1" is the United States, "+44" Great Britain. */
function mainCountry(calling_code: string): CountryCode | null {
  const codes = metadata().country_calling_codes
  return (Object.hasOwn(codes, calling_code) && codes[calling_code]?.[0]) || null
}
