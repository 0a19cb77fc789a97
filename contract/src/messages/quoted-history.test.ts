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
    'the contact has had everything, at each address',
    [ours({}), from({})],
    ['Ana@X.test', 'ana@home.test'],
    [true, true],
    [],
  ],
  ['so have we', [from({})], ['help+x@acme.test'], [true], []],
  [
    'someone an agent adds has had nothing',
    [ours({ to: ['ana@x.test'] }), from({})],
    ['bo@y.test'],
    [false, false],
    ['bo@y.test'],
  ],
  [
    'a reply of ours that quoted brought all before it',
    [ours({ to: ['bo@y.test'] }), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'one that left it out brought itself alone, and nobody asks again',
    [ours({ to: ['bo@y.test'], history_withheld: true }), from({})],
    ['bo@y.test'],
    [true, false],
    [],
  ],
  [
    'a later one that left it out brings it no more than the first',
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
    'what failed brought nothing',
    [ours({ to: ['bo@y.test'] }, { status: 'failed' }), from({})],
    ['bo@y.test'],
    [true, false],
    [],
  ],
  [
    'a copy from a verified sender brings all before it',
    [from({ cc: ['bo@y.test'] }, 'pass'), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'and from before senders were checked',
    [from({ cc: ['bo@y.test'] }), from({})],
    ['bo@y.test'],
    [true, true],
    [],
  ],
  [
    'a copy that an unverified sender claims brings nothing',
    [from({ cc: ['bo@y.test'] }, 'fail'), from({})],
    ['bo@y.test'],
    [true, false],
    ['bo@y.test'],
  ],
  [
    'nor does the Reply-To of one',
    [from({ reply_to: ['mallory@evil.test'] }, 'fail'), from({})],
    ['mallory@evil.test'],
    [true, false],
    ['mallory@evil.test'],
  ],
  [
    'of its only mail everyone it names has had all',
    [from({ reply_to: ['bo@y.test'] }, 'fail')],
    ['bo@y.test'],
    [true],
    [],
  ],
  [
    'a stranger who found a way in has had their own mail',
    [from({ from: ['eve@z.test'], new_participant: true }, 'pass'), from({})],
    ['eve@z.test'],
    [true, false],
    ['eve@z.test'],
  ],
  [
    'notes and surveys bring and hide nothing',
    [ours({}, { private: true }), ours({ to: ['bo@y.test'], is_csat: true })],
    ['bo@y.test'],
    [false, true],
    [],
  ],
])('%s', (_, newestFirst, recipients, seen_by_all, new_recipients) => {
  expect(ask(newestFirst, ...recipients)).toEqual({ seen_by_all, new_recipients })
})

test('a message that one of several recipients has not received is not known to all', () => {
  const messages = [ours({ to: ['bo@y.test'] }), from({})]
  expect(ask(messages, 'ana@x.test', 'bo@y.test', 'cy@y.test')).toEqual({
    seen_by_all: [false, false],
    new_recipients: ['cy@y.test'],
  })
})
