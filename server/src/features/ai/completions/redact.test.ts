import { cpuTime_ms } from '@parley/mail/testing/cpu-time'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['a card', 'My card is 4111 1111 1111 1111, valid 12/29', 'My card is [card number removed], valid 12/29'],
  ['a card in one piece', 'Pay 5555555555554444 now', 'Pay [card number removed] now'],
  ['a card with hyphens', '3782-822463-10005', '[card number removed]'],
  ['a card after a number', 'Order 4811 4111 1111 1111 1111', 'Order 4811 [card number removed]'],
  ['a card between numbers', '0800 4111111111111111 17', '0800 [card number removed] 17'],
  ['a bank account', 'to DE89 3704 0044 0532 0130 00 THANKS', 'to [bank account removed] THANKS'],
  ['a bank account in one piece', 'GB29NWBK60161331926819', '[bank account removed]'],
  ['a password', 'password: hunter2 works', 'password: [secret removed] works'],
  ['a password in a sentence', 'my password is Tr0ub4dor&3', 'my password is [secret removed]'],
  ['a German password', 'Das Passwort lautet sommer22', 'Das Passwort lautet [secret removed]'],
  ['a French password', 'mot de passe : azerty', 'mot de passe : [secret removed]'],
  ['a PIN', 'PIN: 4711', 'PIN: [secret removed]'],
  ['a key of OpenAI', 'use sk-proj-abcDEF1234567890abcd please', 'use [key removed] please'],
  ['a key of Stripe', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[key removed]'],
  ['a token of GitHub', 'ghp_0123456789abcdefghij0123456789abcdef', '[key removed]'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE', '[key removed]'],
  ['a token of Slack', 'xoxb-123456789012-abcdefghij', '[token removed]'],
  ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijkl', '[token removed]'],
  ['a bearer header', 'Authorization: Bearer abcdef0123456789abcdef', 'Authorization: [token removed]'],
  ['a password in an address', 'https://ada:s3cret@db.test/x', 'https://ada:[password removed]@db.test/x'],
  [
    'a private key',
    'Here:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\nbye',
    'Here:\n[private key removed]\nbye',
  ],
  ['a truncated private key', '-----BEGIN PRIVATE KEY-----\nMIIEow', '[private key removed]'],
])('removes %s', (_what, text, expected) => {
  expect(redact(text)).toEqual({ text: expected, count: 1 })
})

test.each([
  'Order 4811, tracking 1Z999AA10123456784',
  'Call +49 30 1234567890 between 9 and 17',
  'The number 4111 1111 1111 1112 has a wrong check digit',
  'Invoice 20260214-000123456789',
  'My password is wrong and I forgot my password',
  'GB28 NWBK 6016 1331 9268 19 has wrong check digits',
  'The passport office: closed',
])('keeps %s', (text) => {
  expect(redact(text)).toEqual({ text, count: 0 })
})

test('two consecutive card numbers are two secrets', () => {
  expect(redact('4111111111111111 5555555555554444')).toEqual({
    text: '[card number removed] [card number removed]',
    count: 2,
  })
})

test('known secrets are removed anywhere, and all removals are counted', () => {
  const { text, count } = redact('key=our-own-secret; our-own-secret; 4111111111111111; pwd: abc', [
    'our-own-secret',
    '',
  ])
  expect(text).toBe('key=[secret removed]; [secret removed]; [card number removed]; pwd: [secret removed]')
  expect(count).toBe(4)
})

test('a hostile text of megabytes takes linear time', () => {
  const parts = ['4 ', 'password ', 'sk-', 'eyJaaaaaaaa.', '-----BEGIN ', 'AA11 ', '://a:', 'x']
  expect(
    cpuTime_ms(() => {
      for (const part of parts) redact(part.repeat(40_000 / part.length))
    }),
  ).toBeLessThan(2000)
})
