import { expect, test } from 'vitest'
import { formatCsv } from './format-csv.ts'

const text = (rows: string[][]) => formatCsv(rows).toString().slice(1)

test('fields that contain separators or line breaks are quoted', () => {
  expect(text([['a', 'b,c', 'say "so"', 'two\nlines']])).toBe('a,"b,c","say ""so""","two\nlines"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is text, not a formula', (formula) => {
  expect(text([[formula]])).toMatch(/^"?'/)
})
