import { cpuTime_ms } from '@parley/mail/testing/cpu-time'
import { expect, test } from 'vitest'
import { type FilteredMail, listSpamTokens } from './spam-tokens.ts'

const mail: FilteredMail = {
  subject: '',
  text: '',
  sender: 'grace@customer.test',
  reply_to: [],
  is_verified: true,
  is_automatic: false,
  has_remote_images: false,
  has_attachments: false,
}
const tokensOf = (values: Partial<FilteredMail>) => listSpamTokens({ ...mail, sender: '', ...values })

test.each<[string, Partial<FilteredMail>, string[]]>([
  [
    'words of subject and text, folded',
    { subject: 'PRÄMIE', text: 'Prämie prämie' },
    ['subject:pramie', 'word:pramie'],
  ],
  ['no short words, numbers or codes', { text: 'an 0049 4711 A1B2C3 or' }, []],
  [
    'pairs of characters where words have no spaces',
    { text: '無料登録' },
    ['word:無料', 'word:料登', 'word:登録'],
  ],
  ['other scripts', { text: 'бесплатный приз' }, ['word:бесплатныи', 'word:приз']],
  [
    'the domains of links',
    { text: 'http://www.Casino.test/a?b HTTPS://casino.test.' },
    ['word:http', 'word:www', 'word:casino', 'word:test', 'word:https', 'link_domain:casino.test'],
  ],
  ['the sender’s domain', { sender: 'Eve@Spam.test' }, ['sender_domain:spam.test']],
  ['an unverified sender', { is_verified: false }, ['unverified_sender:']],
  ['nothing of a sender who wasn’t checked', { is_verified: null }, []],
  [
    'replies to another domain',
    { sender: 'eve@spam.test', reply_to: ['eve@other.test'] },
    ['sender_domain:spam.test', 'other_reply_to:'],
  ],
  [
    'replies to the same domain',
    { sender: 'eve@spam.test', reply_to: ['sales@spam.test'] },
    ['sender_domain:spam.test'],
  ],
  [
    'other signs',
    { is_automatic: true, has_remote_images: true, has_attachments: true },
    ['automatic:', 'remote_images:', 'attachment:'],
  ],
])('tokens: %s', (_, values, expected) => {
  expect(tokensOf(values)).toEqual(expected)
})

test('a huge or hostile email has a bounded number of tokens, quickly', () => {
  const words = Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36).replace(/\d/g, 'x')}y`).join(' ')
  for (const text of [words, 'a'.repeat(5_000_000), 'https://'.repeat(500_000), '漢'.repeat(2_000_000)]) {
    let tokens: string[] = []
    expect(cpuTime_ms(() => (tokens = listSpamTokens({ ...mail, subject: text, text })))).toBeLessThan(1000)
    expect(tokens.length).toBeLessThanOrEqual(256)
  }
})
