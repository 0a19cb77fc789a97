import { expect, test } from 'vitest'
import { renderSignature } from './reply-signature.ts'

const noor = { first_name: 'Noor <b>', last_name: 'B', signature: 'Noor\n+31 6 <b> {{ site_name }}' }
const inbox = (signature: string) => ({
  ...{ signature, name: 'Support', address: 'help@acme.test' },
  ...{ brand_name: 'Lamps & Co', brand_logo_url: '', brand_color: '', brand_footer: '' },
})
const workspace = { site_name: 'A & B', root_url: '' }
const own = 'Noor<br>+31 6 &lt;b&gt; {{ site_name }}'

test.each([
  ['{{ agent.first_name }}\n{{ site_name }}', '<p>-- <br>Noor &lt;b&gt;<br>A &amp; B</p>'],
  ['{{ brand.name }}, {{ inbox.email }}', '<p>-- <br>Lamps &amp; Co, help@acme.test</p>'],
  ['{{ nobody }}', ''],
  ['{{ broken', ''],
])('the signature %j of an inbox is rendered and escaped', async (template, html) => {
  expect(await renderSignature(inbox(template), noor, workspace)).toBe(html)
})

test.each([
  [
    'where the inbox signature refers to it',
    '{{ agent.signature }}\n{{ Author.Signature }}',
    `<p>-- <br>${own}<br>${own}</p>`,
  ],
  ['alone where the inbox has none', '  \n ', `<p>-- <br>${own}</p>`],
  ['nowhere else', 'Acme', '<p>-- <br>Acme</p>'],
])("an agent's own signature is used %s, and is not a template", async (_, template, html) => {
  expect(await renderSignature(inbox(template), noor, workspace)).toBe(html)
})

test.each(['', '{{ agent.signature }}'])(
  'nothing is added if neither has a signature (%j)',
  async (template) => {
    expect(await renderSignature(inbox(template), { ...noor, signature: '' }, workspace)).toBe('')
  },
)
