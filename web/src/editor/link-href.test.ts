import { expect, test } from 'vitest'
import { linkHref } from './link-href.ts'

test.each([
  ['acme.test/a', 'https://acme.test/a'],
  [' https://acme.test ', 'https://acme.test'],
  ['ada@acme.test', 'mailto:ada@acme.test'],
  ['tel:+3120123', 'tel:+3120123'],
  ['acme.test:8080/x', 'https://acme.test:8080/x'],
])('%s is a link', (typed, href) => {
  expect(linkHref(typed)).toBe(href)
})

test.each(['', 'two words', 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'nowhere'])(
  '"%s" is not a link',
  (typed) => {
    expect(linkHref(typed)).toBeNull()
  },
)
