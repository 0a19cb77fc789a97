import { expect, test } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'
import { removeQuotes } from './remove-quotes.ts'

test('quoted history is removed, and everything else stays', () => {
  const html =
    '<p>Yes, please.</p><p>-- <br>Ada</p><div>On Mon, 2 Mar 2026, Grace &lt;grace@customer.test&gt; wrote:<blockquote>Do you want <b>it</b>?</blockquote></div>'
  const { html: rest, removed } = removeQuotes(foldQuotes(html).html)
  expect(removed).toBe(true)
  expect(rest).toContain('Yes, please.')
  expect(rest).not.toContain('Do you want')
  expect(rest).not.toContain('grace@customer.test')
})

test('a message without quotes is returned as it is', () => {
  const html = '<p>One &amp; two<br>three</p>'
  expect(removeQuotes(html)).toEqual({ html, removed: false })
})
