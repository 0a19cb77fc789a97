import { expect, test } from 'vitest'
import { signatureHtml } from './signature.ts'

const noor = { first_name: 'Noor <b>', last_name: 'B' }
const workspace = { site_name: 'A & B', root_url: '' }

test.each([
  ['{{ agent.first_name }}\n{{ site_name }}', '<p>-- <br>Noor &lt;b&gt;<br>A &amp; B</p>'],
  ['', ''],
  ['  \n ', ''],
  ['{{ nobody }}', ''],
  ['{{ broken', ''],
])('the signature %j is filled in and escaped', async (template, html) => {
  expect(await signatureHtml(template, noor, workspace)).toBe(html)
})
