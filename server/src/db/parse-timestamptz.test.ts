import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { propertySeed } from '../testing/seeded-random.ts'
import { parseTimestamptz } from './parse-timestamptz.ts'

const parseWithDriver: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test('parses every timestamp like the driver', () => {
  const instants = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(
      instants,
      fc.constantFrom('+00', '+02', '-03:30'),
      fc.boolean(),
      (date, zone, withoutFraction) => {
        const text = `${date.toISOString().slice(0, 23).replace('T', ' ')}${zone}`
        const value = withoutFraction ? text.replace(/\.\d+/, '') : text
        expect(parseTimestamptz(value)).toEqual(parseWithDriver(value))
      },
    ),
    { seed: propertySeed },
  )
})

test.each([
  '2026-11-21 09:30:00.123456+00',
  '2026-11-21 09:30:00.999999+00',
  '2026-11-21 09:30:00.1+00',
  '0044-03-15 12:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
])('parses %s like the driver', (text) => {
  expect(parseTimestamptz(text)).toEqual(parseWithDriver(text))
})
