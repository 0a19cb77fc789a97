import { expect, test } from 'vitest'
import { cpuTime_ms } from '../../../testing/cpu-time.ts'
import { linkify } from './linkify.ts'

const links = (text: string) => linkify(text).flatMap(({ href }) => href ?? [])

test('web and email addresses become links and no text is lost', () => {
  const text = 'See https://acme.test/a?b=1#c, www.acme.test or write to Ada@acme.test.'
  expect(links(text)).toEqual(['https://acme.test/a?b=1#c', 'https://www.acme.test', 'mailto:Ada@acme.test'])
  expect(
    linkify(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['(see https://acme.test/a).', 'https://acme.test/a'],
  ['https://acme.test/wiki/Mail_(post)', 'https://acme.test/wiki/Mail_(post)'],
  ['<https://acme.test/x>', 'https://acme.test/x'],
  ['"https://acme.test/x"', 'https://acme.test/x'],
])('the link in %s ends correctly', (text, href) => {
  expect(links(text)).toEqual([href])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://acme.test', 'a@b', '@ada', 'price: 3.50'])(
  '%s stays text',
  (text) => {
    expect(links(text)).toEqual([])
  },
)

test.each([
  ['a.', ''],
  ['x', ''],
  ['.', 'https://acme.test/'],
  [')', 'https://acme.test/'],
  ['a@', ''],
])('%j repeated a hundred thousand times after %j is handled quickly', (piece, before) => {
  expect(cpuTime_ms(() => linkify(before + piece.repeat(100_000)))).toBeLessThan(1000)
})
