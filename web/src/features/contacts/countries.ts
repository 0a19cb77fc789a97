import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export type Country = { code: string; name: string; calling_code: string }

/** Countries with a calling code, sorted by name in the reader's language. */
export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  return getCountries()
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      calling_code: `+${getCountryCallingCode(code)}`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}
