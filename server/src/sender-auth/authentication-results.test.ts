import { expect, test } from 'vitest'
import { authservIdOf, checksFromServerHeader } from './authentication-results.ts'

const google =
  'mx.google.com; dkim=pass header.i=@customer.test header.s=k1 header.b=abc; spf=pass (google.com: domain of grace@customer.test designates 192.0.2.1 as permitted sender) smtp.mailfrom=grace@customer.test; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=customer.test'
const exchange =
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=customer.test; dkim=none (message not signed) header.d=none;dmarc=pass action=none header.from=customer.test;compauth=pass reason=100'

test.each<[string, string | null, string[], object]>([
  [
    'its configured name',
    google,
    ['mx.google.com'],
    { verdict: 'pass', reason: 'dmarc', spf: 'pass', dkim: 'pass' },
  ],
  [
    'any host of a provider',
    google.replace('mx.google.com', 'mx7.mail.test'),
    ['*.mail.test'],
    { verdict: 'pass' },
  ],
  [
    'the name and a version',
    google.replace('mx.google.com', 'mx.google.com 1'),
    ['mx.google.com'],
    { verdict: 'pass' },
  ],
  [
    'no name, as Exchange Online does',
    exchange,
    ['mx.microsoft.com'],
    { verdict: 'pass', dkim: 'unchecked' },
  ],
  ['another name', google, ['mx.acme.test'], { verdict: 'unchecked', reason: 'no_results' }],
  [
    'a name that only ends alike',
    google.replace('mx.google.com', 'evilmail.test'),
    ['*.mail.test'],
    { verdict: 'unchecked' },
  ],
  ['a name, and none is configured', google, [], { verdict: 'unchecked', reason: 'not_configured' }],
  ['nothing', null, ['mx.google.com'], { verdict: 'unchecked', reason: 'no_results' }],
  [
    'results for another author',
    'mx.google.com; dmarc=pass header.from=evil.test; dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=evil.test',
    ['mx.google.com'],
    { verdict: 'fail', reason: 'not_proven' },
  ],
  [
    'a pass in a comment',
    'mx.google.com; dmarc=fail (dmarc=pass header.from=customer.test) header.from=customer.test',
    ['mx.google.com'],
    { verdict: 'fail', dmarc: 'fail' },
  ],
  [
    'a pass in a quoted string that its sender wrote',
    'mx.google.com; spf=fail smtp.mailfrom="x; dmarc=pass header.from=customer.test"@evil.test',
    ['mx.google.com'],
    { verdict: 'fail' },
  ],
  [
    'that its DNS did not answer',
    'mx.google.com; spf=temperror smtp.mailfrom=customer.test; dmarc=temperror header.from=customer.test',
    ['mx.google.com'],
    { verdict: 'unchecked', reason: 'no_results' },
  ],
  [
    'an aligned signature and no policy',
    'mx.google.com; dkim=pass header.d=mail.customer.test; dmarc=none header.from=customer.test',
    ['mx.google.com'],
    { verdict: 'pass', reason: 'dkim' },
  ],
])('a header with %s', (_, header, authserv_ids, expected) => {
  expect(checksFromServerHeader(header, { authserv_ids, authors: ['grace@customer.test'] })).toMatchObject(
    expected,
  )
})

test('authors of two different domains are not verified', () => {
  const authors = ['grace@customer.test', 'mallory@evil.test']
  expect(checksFromServerHeader(google, { authserv_ids: ['mx.google.com'], authors })).toMatchObject({
    verdict: 'fail',
  })
})

test('the authserv-id is read in lower case, without a version', () => {
  expect(authservIdOf('MX.Acme.test 1; spf=none')).toBe('mx.acme.test')
  expect(authservIdOf('mx.acme.test; none')).toBe('mx.acme.test')
  expect(authservIdOf(exchange)).toBe('mx.microsoft.com')
})
