import { expect, test } from 'vitest'
import {
  addArcSeal,
  addDkimSignature,
  type DnsZone,
  dkimRecord,
  withCrlf,
  zoneResolver,
} from '../testing/email/signed-mail.ts'
import { checkMail, type MailToCheck } from './check-mail.ts'

const mailFrom = (from: string, more = '') =>
  withCrlf(`From: ${from}
To: help@acme.test
Subject: A question
Date: Mon, 02 Mar 2026 08:59:00 +0000
Message-ID: <1@customer.test>
${more}
Hello,

where is my parcel?
`)

const plain = mailFrom('Grace <grace@customer.test>')
const spf = (domain: string, address = '192.0.2.1') => ({ [domain]: `v=spf1 ip4:${address} -all` })
const dmarc = (domain: string) => ({ [`_dmarc.${domain}`]: 'v=DMARC1; p=reject' })

const check = (raw: Buffer, zone: DnsZone = {}, more: Partial<MailToCheck> = {}) =>
  checkMail(
    {
      raw,
      peer: '192.0.2.1',
      helo: 'mail.customer.test',
      mail_from: 'grace@customer.test',
      trusted_relays: [],
      trusted_sealers: ['forwarder.test'],
      ...more,
    },
    zoneResolver(zone),
  )

test('the signed message of RFC 8463 verifies with both keys, and fails if a word changes', async () => {
  // RFC 8463 appendix A, verbatim.
  const raw = withCrlf(`DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`)
  const ed25519 = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
  const rsa =
    'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB'
  const keys: [string, string][] = [
    ['brisbane._domainkey.football.example.com', ed25519],
    ['test._domainkey.football.example.com', rsa],
  ]
  for (const [name, key] of keys)
    expect(await check(raw, { txt: { [name]: key } })).toMatchObject({
      verdict: 'pass',
      reason: 'dkim',
      dkim: 'pass',
      domain: 'football.example.com',
    })
  const changed = Buffer.from(raw.toString().replace('hungry', 'thirsty'))
  const txt = { 'test._domainkey.football.example.com': rsa }
  expect(await check(changed, { txt })).toMatchObject({ verdict: 'fail', dkim: 'fail' })
})

test.each<[string, DnsZone, Partial<MailToCheck>, object]>([
  [
    'nothing is published',
    {},
    {},
    { verdict: 'fail', reason: 'not_proven', spf: 'unchecked', dmarc: 'unchecked' },
  ],
  ['its server may send', { txt: spf('customer.test') }, {}, { verdict: 'pass', reason: 'spf', spf: 'pass' }],
  [
    'its server may not send',
    { txt: spf('customer.test', '192.0.2.9') },
    {},
    { verdict: 'fail', spf: 'fail' },
  ],
  [
    'the envelope is of another domain, which may send',
    { txt: spf('evil.test') },
    { mail_from: 'mallory@evil.test' },
    { verdict: 'fail', reason: 'not_proven', spf: 'pass' },
  ],
  [
    'the domain has a policy and the envelope fulfils it',
    { txt: { ...spf('customer.test'), ...dmarc('customer.test') } },
    {},
    { verdict: 'pass', reason: 'dmarc', dmarc: 'pass' },
  ],
  [
    'the domain has a policy and nothing fulfils it',
    { txt: { ...spf('evil.test'), ...dmarc('customer.test') } },
    { mail_from: 'mallory@evil.test' },
    { verdict: 'fail', dmarc: 'fail' },
  ],
  [
    'we did not see who delivered it',
    { txt: spf('customer.test') },
    { peer: null },
    { verdict: 'fail', spf: 'unchecked' },
  ],
  [
    'DNS does not answer for its policy',
    { txt: spf('evil.test'), fails: new Set(['_dmarc.customer.test']) },
    { mail_from: 'mallory@evil.test' },
    { verdict: 'unchecked', reason: 'dns_failed' },
  ],
])('an unsigned mail where %s', async (_, zone, more, expected) => {
  expect(await check(plain, zone, more)).toMatchObject(expected)
})

test('a signature proves its own domain and its parent and subdomains, no others', async () => {
  const other = { mail_from: 'bounce@sender.test' }
  const txt = {
    ...dkimRecord('customer.test'),
    ...dkimRecord('mail.customer.test'),
    ...dkimRecord('evil.test'),
  }
  expect(await check(await addDkimSignature(plain, 'customer.test'), { txt }, other)).toMatchObject({
    verdict: 'pass',
    reason: 'dkim',
  })
  expect(await check(await addDkimSignature(plain, 'mail.customer.test'), { txt }, other)).toMatchObject({
    verdict: 'pass',
  })
  expect(await check(await addDkimSignature(plain, 'evil.test'), { txt }, other)).toMatchObject({
    verdict: 'fail',
    dkim: 'pass',
  })
})

test('a signature that does not cover the end of the body proves nothing once text was added', async () => {
  const txt = { ...dkimRecord('customer.test'), ...dmarc('customer.test') }
  const signed = await addDkimSignature(plain, 'customer.test', 10)
  expect(await check(signed, { txt }, { mail_from: '' })).toMatchObject({ verdict: 'fail', dkim: 'fail' })
  const whole = await addDkimSignature(plain, 'customer.test', 1_000)
  expect(whole.toString()).toContain('l=')
  expect(await check(whole, { txt }, { mail_from: '' })).toMatchObject({ verdict: 'pass', dkim: 'pass' })
})

test('a mail with two authors or two From headers is not verified by one of them', async () => {
  const txt = { ...dkimRecord('customer.test'), ...dkimRecord('evil.test'), ...spf('customer.test') }
  const two = mailFrom('grace@customer.test, mallory@evil.test')
  expect(await check(await addDkimSignature(two, 'evil.test'), { txt })).toMatchObject({
    verdict: 'fail',
    domain: '',
  })
  const twice = mailFrom('grace@customer.test', 'From: mallory@evil.test\n')
  expect(await check(await addDkimSignature(twice, 'evil.test'), { txt })).toMatchObject({ verdict: 'fail' })
})

const authResults = 'spf=pass smtp.mailfrom=customer.test; dmarc=pass header.from=customer.test'
const forwarded = { peer: '198.51.100.7', mail_from: 'grace@customer.test' }
const zoneOfForwarding: DnsZone = {
  txt: {
    ...spf('customer.test'),
    ...dmarc('customer.test'),
    ...dkimRecord('forwarder.test'),
    ...dkimRecord('unknown.test'),
    ...dkimRecord('customer.test'),
  },
}

test("forwarded mail passes through its own signature or a trusted forwarder's seal", async () => {
  expect(await check(plain, zoneOfForwarding, forwarded)).toMatchObject({ verdict: 'fail', dmarc: 'fail' })
  expect(
    await check(await addDkimSignature(plain, 'customer.test'), zoneOfForwarding, forwarded),
  ).toMatchObject({
    verdict: 'pass',
    reason: 'dmarc',
    spf: 'fail',
  })
  const sealed = await addArcSeal(plain, 'forwarder.test', { results: authResults })
  expect(await check(sealed, zoneOfForwarding, forwarded)).toMatchObject({
    verdict: 'pass',
    reason: 'arc',
    arc: 'pass',
  })
})

test.each<[string, () => Promise<Buffer>]>([
  ['is not trusted', () => addArcSeal(plain, 'unknown.test', { results: authResults })],
  [
    'found another author',
    () =>
      addArcSeal(plain, 'forwarder.test', {
        results: 'dmarc=pass header.from=evil.test; spf=pass smtp.mailfrom=evil.test',
      }),
  ],
  [
    'found that it fails',
    () =>
      addArcSeal(plain, 'forwarder.test', {
        results: 'dmarc=fail header.from=customer.test; spf=pass smtp.mailfrom=customer.test',
      }),
  ],
  [
    'is the last but got it from one that is not',
    async () => {
      const first = await addArcSeal(plain, 'unknown.test', { results: authResults })
      const results = 'arc=pass; dmarc=fail header.from=customer.test'
      return addArcSeal(first, 'forwarder.test', { results, cv: 'pass' })
    },
  ],
  [
    'sealed another text',
    async () => {
      const sealed = await addArcSeal(plain, 'forwarder.test', { results: authResults })
      return Buffer.from(sealed.toString().replace('parcel', 'refund'))
    },
  ],
])('a seal of a forwarder who %s proves nothing', async (_, make) => {
  expect(await check(await make(), zoneOfForwarding, forwarded)).toMatchObject({ verdict: 'fail' })
})

test('two trusted forwarders in a row pass on the results of the first', async () => {
  const first = await addArcSeal(plain, 'forwarder.test', { results: authResults })
  const results = 'arc=pass; dmarc=fail header.from=customer.test'
  const second = await addArcSeal(first, 'forwarder.test', { results, cv: 'pass' })
  expect(await check(second, zoneOfForwarding, forwarded)).toMatchObject({ verdict: 'pass', reason: 'arc' })
})

test('a seal whose key lookup fails is unchecked, not failed', async () => {
  const sealed = await addArcSeal(plain, 'forwarder.test', { results: authResults })
  const fails = new Set(['test._domainkey.forwarder.test'])
  const { [[...fails][0] ?? '']: _, ...txt } = zoneOfForwarding.txt ?? {}
  expect(await check(sealed, { txt, fails }, forwarded)).toMatchObject({
    verdict: 'unchecked',
    reason: 'dns_failed',
  })
})

test('only a trusted relay can name the originating peer in its Received header', async () => {
  const zone = { txt: spf('customer.test') }
  const received =
    'Received: from mail.customer.test (mail.customer.test [192.0.2.1])\r\n by mx.acme.test; Mon, 02 Mar 2026 08:59:00 +0000\r\n'
  const relayed = Buffer.concat([Buffer.from(received), plain])
  const peer = '10.1.2.3'
  expect(await check(relayed, zone, { peer })).toMatchObject({ verdict: 'fail', spf: 'fail' })
  const trusted_relays = ['10.1.0.0/16']
  expect(await check(relayed, zone, { peer, trusted_relays })).toMatchObject({ verdict: 'pass', spf: 'pass' })
  expect(await check(plain, zone, { peer, trusted_relays })).toMatchObject({ spf: 'unchecked' })
  const inner =
    'Received: from gate.acme.test (gate.acme.test [10.1.9.9]) by desk.acme.test; Mon, 02 Mar 2026 09:00:00 +0000\r\n'
  const twice = Buffer.concat([Buffer.from(inner), relayed])
  expect(await check(twice, zone, { peer, trusted_relays })).toMatchObject({ spf: 'pass' })
})

test('too many signatures or headers are refused before any verification', async () => {
  const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=customer.test; s=test; h=from; bh=x; b=x\r\n'
  const many = Buffer.concat([Buffer.from(signature.repeat(17)), plain])
  const long = Buffer.concat([Buffer.from(`X-Long: ${'x'.repeat(300_000)}\r\n`), plain])
  let queryCount = 0
  for (const raw of [many, long])
    expect(
      await checkMail(
        { raw, peer: '192.0.2.1', helo: '', mail_from: '', trusted_relays: [], trusted_sealers: [] },
        async () => {
          queryCount += 1
          return []
        },
      ),
    ).toMatchObject({ verdict: 'fail', reason: 'too_complex' })
  expect(queryCount).toBe(0)
})
