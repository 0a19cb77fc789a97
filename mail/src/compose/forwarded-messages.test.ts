import { expect, test } from 'vitest'
import { forwardedMessages, splitForwarded } from './forwarded-messages.ts'

const message = {
  author: 'Grace <grace@customer.test>',
  sent_at: new Date('2026-03-02T09:00:00Z'),
  subject: 'Broken <lamp>',
  to: ['help@acme.test'],
  cc: [],
  content:
    '<p class="x" id="y">It flickers</p><div data-parley-fold="quote">On Monday Ada wrote: secret</div>',
  content_type: 'html' as const,
}
const options = { time_zone: 'UTC', fold: true }

test('a forwarded message has a header, and leaves out quoted history, classes and style sheets', () => {
  const html = forwardedMessages(
    [{ ...message, content: `<style>p{color:red}</style>${message.content}` }],
    options,
  )
  expect(html).toBe(
    '<div data-parley-forward="true" data-parley-fold="quote"><div><p dir="auto">---------- Forwarded message ----------<br>' +
      'From: Grace &lt;grace@customer.test&gt;<br>Date: 2 Mar 2026, 09:00 UTC<br>Subject: Broken &lt;lamp&gt;<br>To: help@acme.test</p>' +
      '<div><p>It flickers</p></div></div></div>',
  )
})

test('plain text keeps its lines and is escaped', () => {
  const html = forwardedMessages([{ ...message, content: 'a < b\n<script>', content_type: 'text' }], options)
  expect(html).toContain('a &lt; b\n&lt;script&gt;')
})

test('what the agent wrote is told from the forwarded messages', () => {
  const forwarded = forwardedMessages([message], options)
  expect(splitForwarded(`<p>Please check</p>${forwarded}`)).toEqual({ own: '<p>Please check</p>', forwarded })
  expect(splitForwarded('<p>Hello</p>')).toEqual({ own: '<p>Hello</p>', forwarded: '' })
})
