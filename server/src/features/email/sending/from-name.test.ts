import { expect, test } from 'vitest'
import { renderFromName } from './from-name.ts'

const inbox = (name: string) => ({
  name: 'Support',
  from: `${name} <help@acme.test>`,
  address: 'help@acme.test',
})
const noor = { first_name: 'Noor', last_name: 'B', email: 'noor@acme.test' }

test.each([
  ['Acme & Sons', noor, 'Acme & Sons'],
  ['{{ agent.first_name }} at {{ site_name }}', noor, 'Noor at A & B'],
  ['{{ Author.FullName }}', noor, 'Noor B'],
  // Automatic messages.
  ['{{ agent.first_name }} at {{ site_name }}', null, 'Support at A & B'],
  // A name that renders empty, or fails to render.
  ['{{ nobody }}', noor, 'Support'],
  ['{{ agent.first_name | nothing }}', noor, 'Support'],
])('%s is rendered for a header', async (template, agent, name) => {
  expect(await renderFromName(inbox(template), agent, 'A & B')).toBe(name)
})

test('agent names cannot add header lines or another address', async () => {
  const agent = { first_name: 'Noor\r\nBcc: <x@y.test>' }
  expect(await renderFromName(inbox('{{ agent.first_name }}'), agent, 'Acme')).toBe('Noor Bcc: x@y.test')
})
