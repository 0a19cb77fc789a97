import { expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'

const values = {
  conversation: { reference_number: '1042', subject: 'Lamp & <shade>', priority: null, uuid: 'u' },
  contact: { first_name: 'Ada', last_name: 'Brandt', email: 'ada@brandt.example' },
  author: { first_name: 'Noor', last_name: 'Bakker', email: 'noor@lumenoak.example' },
  workspace: { site_name: 'Lumen & Oak', root_url: 'https://desk.example' },
}

test.each([
  ['{{ contact.first_name }} {{ Contact.FirstName }}', 'Ada Ada'],
  [
    '{{contact.full_name}}, {{ Contact.LastName }}, {{ Contact.Email }}',
    'Ada Brandt, Brandt, ada@brandt.example',
  ],
  ['{{ recipient.first_name }}{{ Recipient.Email }}', 'Adaada@brandt.example'],
  ['{{ author.first_name }} of {{ Author.FullName }}', 'Noor of Noor Bakker'],
  [
    '#{{ conversation.reference_number }}{{ Conversation.ReferenceNumber }} {{ Conversation.UUID }}',
    '#10421042 u',
  ],
  [
    '{{ site_name }} {{ SiteName }} {{ root_url }} {{ RootURL }}',
    'Lumen &amp; Oak Lumen &amp; Oak https://desk.example https://desk.example',
  ],
  ['{{ conversation.subject }}', 'Lamp &amp; &lt;shade&gt;'],
  ['[{{ nobody.knows.this }}{{ conversation.priority }}]', '[]'],
  ['{{ nobody | default: "there" }}', 'there'],
  ['{% if conversation.reference_number &gt; "1" %}yes{% endif %}', 'yes'],
  ['{{ .Contact.FirstName }}', 'Ada'],
  ['a &lt; b &amp; c', 'a &lt; b &amp; c'],
  ['{{ "&lt;img src=x onerror=alert(1)&gt;" }}', '&lt;img src=x onerror=alert(1)&gt;'],
  ['{% assign x = "&lt;b&gt;" %}{{ x }}{% capture y %}{{ x }}{% endcapture %}', '&lt;b&gt;'],
  ['{% raw %}{{ contact.first_name }}{% endraw %}', '{{ contact.first_name }}'],
])('%s renders as %s', (template, filled) => {
  expect(renderTemplate(template, values)).toBe(filled)
})

test('a value is never parsed as a template', () => {
  const contact = { first_name: '{{ author.email }}{% raw %}' }
  expect(renderTemplate('Hello {{ contact.first_name }}', { ...values, contact })).toBe(
    'Hello {{ author.email }}{% raw %}',
  )
})

test.each([
  '{% for i in (1..10000000) %}x{% endfor %}',
  '{{ contact.first_name | raw }}',
  '{% cycle "&lt;img src=x&gt;" %}',
  '{% echo "&lt;img src=x&gt;" %}',
  '{% include "x" %}',
])('%s is rejected', (template) => {
  expect(() => renderTemplate(template, values)).toThrow()
})

test('JavaScript built-ins are unreachable from a template', () => {
  expect(
    renderTemplate('[{{ constructor }}{{ contact.constructor.name }}{{ contact.__proto__ }}]', values),
  ).toBe('[]')
})
