import { expect, test } from 'vitest'
import { formatCsv } from './format-csv.ts'
import { parseCsv } from './parse-csv.ts'

const read = (text: string) => parseCsv(text, 'csv')
const fields = (text: string) => read(text).map((line) => line.fields)

test.each([
  ['commas', 'a,b\nx,y\n'],
  ['semicolons', 'a;b\r\nx;y\r\n'],
  ['tabs', 'a\tb\rx\ty'],
  ['the mark of UTF-8', '\uFEFFa,b\nx,y'],
  ['quotes', '"a","b"\n"x","y"'],
  ['blanks around', ' a , b \n x, y '],
])('%s are read', (_what, text) => {
  expect(fields(text)).toEqual([
    ['a', 'b'],
    ['x', 'y'],
  ])
})

test('a separator within quotes or in other lines is text', () => {
  expect(fields('name;"a,b,c,d"\n"x;y";1,2,3')).toEqual([
    ['name', 'a,b,c,d'],
    ['x;y', '1,2,3'],
  ])
})

test('each line says where it begins, behind empty ones and those with several lines in a field', () => {
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
])('%j is refused with what to do', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('what we write is read', () => {
  const rows = [
    ['name', 'note'],
    ['Jörg, "J"', 'two\nlines'],
  ]
  expect(fields(formatCsv(rows).toString())).toEqual(rows)
})
