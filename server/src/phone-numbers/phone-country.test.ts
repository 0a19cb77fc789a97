import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { callingCodeOf, parseCountry } from './phone-country.ts'
import { areaCodes, sharedNumbering } from './phone-territories.ts'

/** Every country known to the phone number library or to our country list. */
const countries = [...getCountries(), ...Object.keys(sharedNumbering)]

test('there are at least as many countries as in existing clients', () => {
  expect(countries.length).toBeGreaterThanOrEqual(238)
  expect(new Set(countries).size).toBe(countries.length)
})

test.each(countries)('the calling code of %s is accepted and returned as it was sent', (country) => {
  const code = callingCodeOf(country)
  expect(code).toMatch(/^\+\d+(-\d+)?$/)
  const parsed = parseCountry(String(code), null)
  expect(callingCodeOf(parsed)).toBe(code)
  expect(parseCountry(String(code), country)).toBe(country)
  expect(parseCountry(country.toLowerCase(), null)).toBe(country)
})

// Numbers of these countries have 11 digits, including the 1.
const northAmerican = Object.entries(areaCodes).filter(([country]) => !['GG', 'IM', 'JE'].includes(country))
test.each(northAmerican)('%s is recognized by its area codes %j', (country, areas) => {
  expect(callingCodeOf(country)).toBe(`+1-${areas[0]}`)
  for (const area of areas) {
    expect(parsePhoneNumberFromString(`+1${area}2345678`)?.country).toBe(country)
    for (const text of [`+1-${area}`, `+1${area}`, `1-${area}`, `001 ${area}`])
      expect(parseCountry(text, null), text).toBe(country)
  }
})

test('every country that shares +1 has area codes here, except the two largest', () => {
  const sharingPlusOne = getCountries().filter((country) => getCountryCallingCode(country) === '1')
  expect(sharingPlusOne.filter((country) => !Object.hasOwn(areaCodes, country)).sort()).toEqual(['CA', 'US'])
})

test.each([
  ['+44-1481', 'GG', '+44'],
  ['+44-1534', 'JE', '+44'],
  ['+44-1624', 'IM', '+44'],
  ['+379', 'VA', '+379'],
  ['+39', 'IT', '+39'],
  ['+7', 'RU', '+7'],
])('%s is parsed as %s and shown as %s', (text, country, code) => {
  expect(parseCountry(text, null)).toBe(country)
  expect(callingCodeOf(country)).toBe(code)
})

test.each(['', '+', '+999', 'Germany', 'toString', '__proto__', '+1-999', '-', 'XX'])(
  '"%s" is neither a country nor a calling code',
  (text) => {
    expect(parseCountry(text, null)).toBeNull()
    expect(callingCodeOf(text)).toBeNull()
  },
)

test('a shared calling code keeps the current country', () => {
  expect(parseCountry('+1', 'CA')).toBe('CA')
  expect(parseCountry('+1', 'AS')).toBe('AS')
  expect(parseCountry('+1', 'DE')).toBe('US')
  expect(parseCountry('+44', 'GG')).toBe('GG')
  expect(parseCountry('+1-684', 'CA')).toBe('AS')
})
