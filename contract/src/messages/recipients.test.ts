import { expect, test } from 'vitest'
import { isOwnAddress, messageToReplyTo, ownAddresses, replyRecipients } from './recipients.ts'

const inbox_addresses = ['help@acme.test', 'sales@acme.test', 'tag+one@acme.test']
const incoming = (meta: object) => ({ type: 'incoming' as const, meta })
/** An unverified email, and which of its addresses are new to the conversation. */
const unverified = (meta: object, ...new_addresses: string[]) => ({
  ...incoming(meta),
  authentication: {
    verdict: 'fail' as const,
    reason: 'not_proven' as const,
    spf: 'fail' as const,
    dkim: 'unchecked' as const,
    dmarc: 'fail' as const,
    arc: 'unchecked' as const,
    domain: 'x.test',
    first_from_sender: false,
    looks_like: null,
    new_addresses,
  },
})
const outgoing = (meta: object) => ({ type: 'outgoing' as const, meta })

test.each([
  ['a conversation without messages goes to the contact', null, 'ana@x.test', { to: ['ana@x.test'] }],
  ['a conversation without messages and without a contact address has no recipient', null, null, { to: [] }],
  [
    'an email from the contact is answered to the contact',
    incoming({ from: ['ana@x.test'], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'all other recipients of the mail stay in Cc, its Cc before its To',
    incoming({ from: ['ana@x.test'], to: ['help@acme.test', 'bo@x.test'], cc: ['cy@x.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'], cc: ['cy@x.test', 'bo@x.test'] },
  ],
  [
    'a reply to a mail with too many recipients goes to its author only',
    incoming({ from: ['ana@x.test'], to: Array.from({ length: 100 }, (_, n) => `${n}@x.test`) }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'a reply to a mail with too many Reply-To addresses goes to the contact only',
    incoming({ from: ['ana@x.test'], reply_to: Array.from({ length: 101 }, (_, n) => `${n}@x.test`) }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'Reply-To replaces the author',
    incoming({ from: ['ana@x.test'], reply_to: ['office@x.test'], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['office@x.test'] },
  ],
  [
    'a Reply-To with one of our own addresses is ignored',
    incoming({ from: ['ana@x.test'], reply_to: ['help@acme.test'], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'our aliases and their plus-addresses are excluded',
    incoming({
      from: ['ana@x.test'],
      to: ['help+abc@acme.test', 'SALES@acme.test'],
      cc: ['help+a+b@acme.test'],
    }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'plus-addresses and addresses of others are kept',
    incoming({
      from: ['ana+shop@x.test'],
      to: ['tag@acme.test', 'tag+two@acme.test', 'help.desk@acme.test'],
    }),
    'ana+shop@x.test',
    { to: ['ana+shop@x.test'], cc: ['tag@acme.test', 'tag+two@acme.test', 'help.desk@acme.test'] },
  ],
  [
    'when another participant writes, the contact stays in Cc',
    incoming({ from: ['bo@x.test'], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['bo@x.test'], cc: ['ana@x.test'] },
  ],
  [
    'the contact is listed once',
    incoming({ from: ['bo@x.test'], to: ['ANA@x.test'], cc: ['ana@x.test', 'bo@x.test'] }),
    'Ana@X.test',
    { to: ['bo@x.test'], cc: ['ana@x.test'] },
  ],
  [
    'a new participant and the addresses in their mail get nothing',
    incoming({ from: ['eve@y.test'], to: ['help@acme.test'], cc: ['mallory@y.test'], new_participant: true }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'a new Reply-To of an unverified sender does not replace the author',
    unverified({ from: ['ana@x.test'], reply_to: ['drop@y.test'], to: ['help@acme.test'] }, 'drop@y.test'),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'a known Reply-To of an unverified sender replaces the author',
    unverified({ from: ['ana@x.test'], reply_to: ['office@x.test'], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['office@x.test'] },
  ],
  [
    'new addresses in an unverified mail are dropped, known ones are kept',
    unverified(
      { from: ['ana@x.test'], to: ['help@acme.test', 'Drop@y.test'], cc: ['bo@x.test', 'eve@y.test'] },
      'drop@y.test',
      'eve@y.test',
    ),
    'ana@x.test',
    { to: ['ana@x.test'], cc: ['bo@x.test'] },
  ],
  [
    'a second reply in a row goes to the same recipients, without Bcc',
    outgoing({ to: ['bo@x.test'], cc: ['cy@x.test'], bcc: ['boss@acme.test'] }),
    'ana@x.test',
    { to: ['bo@x.test'], cc: ['cy@x.test'] },
  ],
  [
    'an outgoing mail without To falls back to the contact',
    outgoing({ cc: ['cy@x.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'], cc: ['cy@x.test'] },
  ],
  [
    'blank and invalid addresses are dropped',
    incoming({ from: [' Ana@X.test '], to: ['', ' ', 'undisclosed-recipients', 'help@acme.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'a mail without an author is answered to the contact',
    incoming({ from: [], to: ['help@acme.test'] }),
    'ana@x.test',
    { to: ['ana@x.test'] },
  ],
  [
    'a mail from one of our own addresses, without a contact, is answered to its recipients',
    incoming({ from: ['help@acme.test'], to: ['bo@x.test'] }),
    null,
    { to: ['bo@x.test'] },
  ],
])('%s', (_, last_message, contact_email, expected) => {
  expect(replyRecipients({ last_message, contact_email, inbox_addresses })).toEqual({
    cc: [],
    bcc: [],
    ...expected,
  })
})

test('the message to reply to is the newest one by a participant that did not fail', () => {
  const message = (n: number, overrides: object) => ({
    n,
    type: 'incoming' as const,
    status: 'received' as const,
    private: false,
    meta: {},
    ...overrides,
  })
  const skipped = [
    message(1, { type: 'activity', status: 'sent', private: true }),
    message(2, { type: 'outgoing', status: 'sent', private: true }),
    message(3, { type: 'outgoing', status: 'failed' }),
    message(5, { meta: { new_participant: true } }),
    message(6, { meta: { auto_reply: 'vacation' } }),
    message(7, { type: 'outgoing', status: 'sent', meta: { is_csat: true } }),
  ]
  expect(messageToReplyTo([...skipped, message(8, {}), message(9, {})])?.n).toBe(8)
  expect(messageToReplyTo(skipped)?.n).toBe(5)
  expect(messageToReplyTo(skipped.slice(0, 3))).toBeNull()
  expect(messageToReplyTo([message(4, { type: 'outgoing', status: 'pending' }), message(8, {})])?.n).toBe(4)
})

test('an inbox’s addresses come from its From and its aliases', () => {
  const addresses = ownAddresses([
    {
      from: '"Acme, Inc." <Help@Acme.test>',
      aliases: ['hi@acme.test'],
      receiving_address: 'inbox-1@mx.acme.test',
    },
  ])
  expect(addresses).toEqual(['help@acme.test', 'hi@acme.test', 'inbox-1@mx.acme.test'])
  expect(isOwnAddress('HELP+x@acme.test', addresses)).toBe(true)
  expect(isOwnAddress('help@acme.test.evil.test', addresses)).toBe(false)
})

test('a reply goes to the address the contact wrote from, and not to their primary address as well', () => {
  const query = {
    last_message: incoming({ from: ['Ana@Home.test'], to: ['help@acme.test'], cc: ['bo@x.test'] }),
    contact_email: 'ana@x.test',
    inbox_addresses,
  }
  expect(replyRecipients({ ...query, contact_addresses: ['ana@home.test'] })).toEqual({
    to: ['ana@home.test'],
    cc: ['bo@x.test'],
    bcc: [],
  })
  expect(replyRecipients(query).cc, 'an address that is not the contact’s keeps the contact in Cc').toContain(
    'ana@x.test',
  )
})
