import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'

/** The calling code of a country, as the older clients show it: "DE" is "+49". Null for what is no country. */
export const callingCodeOf = (country: string | null): string | null =>
  country && isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null

/**
 * The country that a client means by "DE" or, in the older generation, by "+49". A calling code that several countries share means the one
 * that is there already, else the largest. Null when it is neither.
 */
export function readCountry(text: string, present: string | null): string | null {
  const country = text.toUpperCase()
  if (isSupportedCountry(country)) return country
  const code = text.replace(/^(?:\+|00)/, '')
  if (callingCodeOf(present) === `+${code}`) return present
  return mainCountry(code)
}

/** The first of a code's countries is the main one: "+1" is the United States, "+44" Great Britain. */
const mainCountry = (calling_code: string): CountryCode | null =>
  (Object.hasOwn(metadata.country_calling_codes, calling_code) &&
    metadata.country_calling_codes[calling_code]?.[0]) ||
  null
