import { expect, test } from 'vitest'
import { speaksOfFile } from './speaks-of-file.ts'

test.each([
  '<p>Please find attached the invoice.</p>',
  '<p>I’ve attached the label</p>',
  '<p>Attached is our <b>price list</b>.</p>',
  '<p>Anbei die Rechnung</p>',
])('%s announces a file', (html) => {
  expect(speaksOfFile(html)).toBe(true)
})

test.each([
  '<p>Could you attach the invoice?</p>',
  '<p>We are very attached to you.</p>',
  '<p>See <img src="/uploads/x"> attached is it</p>',
  '<blockquote><p>Please find attached</p></blockquote><p>Thanks</p>',
  '',
])('%s announces none', (html) => {
  expect(speaksOfFile(html)).toBe(false)
})
