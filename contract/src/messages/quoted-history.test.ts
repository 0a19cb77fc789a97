import { expect, test } from 'vitest'
import { historyForReply } from './quoted-history.ts'

type Mail = Parameters<typeof historyForReply>[0][number]
const verified = (verdict: 'pass' | 'fail'): Mail['authentication'] => ({
  verdict,
  reason: verdict === 'pass' ? 'dmarc' : 'not_proven',
  spf: verdict,
  dkim: verdict,
  dmarc: verdict,
  arc: 'unchecked',
  domain: 'customer.test',
  first_from_sender: false,
  looks_like: null,
  new_addresses: [],
})
const from = (meta: object, verdict?: 'pass' | 'fail', overrides: object = {}): Mail => ({
  type: 'incoming',
  status: 'received',
  private: false,
  meta: { from: ['ana@x.test'], to: ['help@acme.test'], ...meta },
  ...(verdict && { authentication: verified(verdict) }),
  ...overrides,
})
const ours = (meta: object, overrides: object = {}): Mail => ({
  type: 'outgoing',
  status: 'sent',
  private: false,
  meta,
  ...overrides,
})
const ask = (newestFirst: Mail[], ...recipients: string[]) =>
  historyForReply(newestFirst, {
    recipients,
    contact_addresses: ['ana@x.test', 'ana@home.test'],
    inbox_addresses: ['help@acme.test'],
  })

test.each<[string, Mail[], string[], boolean[], string[]]>([
  [
    'the contact has seen everything, at each of their addresses',
    [ours({}), from({})],
    ['Ana@X.test', 'ana@home.test'],
    [true, true],
    [],
  ],
  ['our own address has seen everything', [from({})], ['help+x@acme.test'], [true], []],
  [
    'someone added by an agent has seen nothing',
    [ours({ to: ['ana@x.test'] }), from({})],
    ['bo@y.test'],
    [false, false],
    ['bo@y.test'],
  ],
  [
    'a reply of ours with quoted history discloses all earlier messages',
    [ours({ to: ['bo@y.test'] }), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'a reply of ours without history discloses itself only, and its recipient is not new',
    [ours({ to: ['bo@y.test'], history_withheld: true }), from({})],
    ['bo@y.test'],
    [true, false],
    [],
  ],
  [
    'a second reply without history discloses itself only too',
    [
      ours({ to: ['bo@y.test'], history_withheld: true }),
      from({}),
      ours({ to: ['bo@y.test'], history_withheld: true }),
      from({}),
    ],
    ['bo@y.test'],
    [true, false, true, false],
    [],
  ],
  [
    'a failed reply discloses no history',
    [ours({ to: ['bo@y.test'] }, { status: 'failed' }), from({})],
    ['bo@y.test'],
    [true, false],
    [],
  ],
  [
    'a Cc in a mail from a verified sender discloses all earlier messages',
    [from({ cc: ['bo@y.test'] }, 'pass'), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'a Cc in a mail from before sender checks discloses all earlier messages',
    [from({ cc: ['bo@y.test'] }), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'a Cc in a mail from an unverified sender discloses nothing before it',
    [from({ cc: ['bo@y.test'] }, 'fail'), from({})],
    ['bo@y.test'],
    [true, false],
    ['bo@y.test'],
  ],
  [
    'a Reply-To of an unverified sender discloses nothing before it',
    [from({ reply_to: ['mallory@evil.test'] }, 'fail'), from({})],
    ['mallory@evil.test'],
    [true, false],
    ['mallory@evil.test'],
  ],
  [
    'all addresses in the only mail have seen it',
    [from({ reply_to: ['bo@y.test'] }, 'fail')],
    ['bo@y.test'],
    [true],
    [],
  ],
  [
    'a new participant has seen their own mail only',
    [from({ from: ['eve@z.test'], new_participant: true }, 'pass'), from({})],
    ['eve@z.test'],
    [true, false],
    ['eve@z.test'],
  ],
  [
    'notes and surveys disclose no other message',
    [ours({}, { private: true }), ours({ to: ['bo@y.test'], is_csat: true })],
    ['bo@y.test'],
    [false, true],
    [],
  ],
])('%s', (_, newestFirst, recipients, seen_by_all, new_recipients) => {
  expect(ask(newestFirst, ...recipients)).toEqual({ seen_by_all, new_recipients })
})

test('a message counts as seen by all only if every recipient has received it', () => {
  const messages = [ours({ to: ['bo@y.test'] }), from({})]
  expect(ask(messages, 'ana@x.test', 'bo@y.test', 'cy@y.test')).toEqual({
    seen_by_all: [false, false],
    new_recipients: ['cy@y.test'],
  })
})
