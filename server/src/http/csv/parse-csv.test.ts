import { expect, test } from 'vitest'
import { formatCsv } from './format-csv.ts'
import { parseCsv } from './parse-csv.ts'

const read = (text: string) => parseCsv(text, 'csv')
const fields = (text: string) => read(text).map((line) => line.fields)

test.each([
  ['commas', 'a,b\nx,y\n'],
  ['semicolons', 'a;b\r\nx;y\r\n'],
  ['tabs', 'a\tb\rx\ty'],
  ['a byte order mark', '\uFEFFa,b\nx,y'],
  ['quotes', '"a","b"\n"x","y"'],
  ['surrounding spaces', ' a , b \n x, y '],
])('parses %s', (_what, text) => {
  expect(fields(text)).toEqual([
    ['a', 'b'],
    ['x', 'y'],
  ])
})

test('a separator in quotes or in other lines is text', () => {
  expect(fields('name;"a,b,c,d"\n"x;y";1,2,3')).toEqual([
    ['name', 'a,b,c,d'],
    ['x;y', '1,2,3'],
  ])
})

test('each row has the line number where it begins, after empty and multi-line rows', () => {
  expect(read('a,b\r\n\r\n"x\r\ny","say ""so"""\r\n,\r\nz,1')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 3, fields: ['x\ny', 'say "so"'] },
    { line: 6, fields: ['z', '1'] },
  ])
})

test.each([
  ['a,b\nx,"y\nz,1', /quote is never closed/],
  ['a,b\nx,"y"q\n', /line 2/],
  ['a,b\nJ\uFFFDrg,y', /CSV UTF-8/],
  ['PK\u0003\u0004\0\0', /isn’t a CSV file/],
])('%j is rejected with advice', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('our own output can be parsed', () => {
  const rows = [
    ['name', 'note'],
    ['Jörg, "J"', 'two\nlines'],
  ]
  expect(fields(formatCsv(rows).toString())).toEqual(rows)
})
