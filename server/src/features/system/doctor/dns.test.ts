import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Zone } from '../../../testing/fake-services/dns-server.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { incomingDnsCheck } from './checks/incoming-dns.ts'
import { outgoingDnsCheck } from './checks/outgoing-dns.ts'
import { contextOf, findingsOf, resolverOf, useInbox } from './doctor-suite.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

describe('incoming email', () => {
  const gmail = { imap: [{ host: 'imap.gmail.com' }] }
  const googleMx = { MX: ['aspmx.l.google.com'] }
  const google = { 'aspmx.l.google.com': { A: ['192.0.2.1'] } }

  async function check(
    { own, ...others }: Zone,
    config: Parameters<typeof useInbox>[2] = gmail,
    mail_host: string | null = null,
  ) {
    await useInbox(t, 'help@acme.example', config)
    const resolve = await resolverOf({ ...others, ...(own && { 'acme.example': own }) })
    const findings = await findingsOf(incomingDnsCheck, contextOf(t, { mail_host }, { resolve }))
    return findings.map(({ state, message }) => ({ state, message }))
  }

  test('an MX record of the mailbox’s provider is fine', async () => {
    expect(await check({ own: googleMx, ...google })).toEqual([
      { state: 'ok', message: 'Email goes to aspmx.l.google.com' },
    ])
  })

  test('a domain without any record gets no email', async () => {
    expect(await check({})).toEqual([
      { state: 'error', message: 'There is no MX record, so no email arrives' },
    ])
  })

  test('a domain with only an address gets a warning', async () => {
    expect(await check({ own: { A: ['192.0.2.9'] } })).toEqual([
      {
        state: 'warning',
        message: 'There is no MX record, so email is delivered to the address of the website',
      },
    ])
  })

  test('a domain without an MX record whose address is our own receiver is fine', async () => {
    await useInbox(t, 'help@acme.example')
    const resolve = await resolverOf({ 'acme.example': { A: ['192.0.2.7'] } })
    const context = contextOf(t, { mail_host: 'acme.example' }, { resolve })
    expect(await findingsOf(incomingDnsCheck, context)).toMatchObject([
      { state: 'ok', message: 'Email goes to 192.0.2.7' },
    ])
  })

  test('a domain that a provider gives addresses in gets no advice on its records', async () => {
    await useInbox(t, 'acme@gmail.com', {
      imap: [{ host: 'imap.gmail.com' }],
      smtp: [{ host: 'smtp.gmail.com' }, { host: '127.0.0.1' }],
    })
    const context = contextOf(t, {}, { resolve: await resolverOf({}) })
    const expected = [{ state: 'ok', message: 'The provider of this domain looks after its records' }]
    expect(await findingsOf(incomingDnsCheck, context)).toMatchObject(expected)
    expect(await findingsOf(outgoingDnsCheck, context)).toMatchObject(expected)
  })

  test('an address that a provider gives to everyone is to be sent from by that provider', async () => {
    await useInbox(t, 'acme@gmail.com', { smtp: [{ host: 'smtp.gmail.com' }, { host: 'smtp.host.example' }] })
    const context = contextOf(t, {}, { resolve: await resolverOf({}) })
    expect(await findingsOf(outgoingDnsCheck, context)).toMatchObject([
      {
        state: 'warning',
        subject: 'gmail.com',
        message: expect.stringContaining('are sent through smtp.host.example, so'),
      },
    ])
  })

  test('a null MX is an error', async () => {
    expect(await check({ own: { MX: [''] } })).toMatchObject([
      { state: 'error', message: 'The MX record says that this domain receives no email' },
    ])
  })

  test('an MX record that names a host without an address is an error', async () => {
    expect(await check({ own: { MX: ['mx.gone.example'] } })).toEqual([
      { state: 'error', message: 'The MX record names mx.gone.example, which has no address' },
    ])
  })

  test('an MX record of another provider than the mailbox’s is an error', async () => {
    const zone = {
      own: { MX: ['acme.mail.protection.outlook.com'] },
      'acme.mail.protection.outlook.com': { A: ['192.0.2.2'] },
    }
    expect(await check(zone)).toEqual([
      {
        state: 'error',
        message: 'Email goes to Microsoft (acme.mail.protection.outlook.com), but the mailbox is at Google',
      },
    ])
  })

  test('without a mailbox, email has to arrive at our own receiver', async () => {
    const mailHost = { 'mail.acme.example': { A: ['192.0.2.7'] } }
    const own = { state: 'ok', message: 'Forwarded email goes to 192.0.2.7' }
    expect(await check({ own: googleMx, ...google, ...mailHost }, {}, 'mail.acme.example')).toEqual([
      { state: 'warning', message: 'Email goes to aspmx.l.google.com, and no mailbox there is set up' },
      own,
    ])
    const alias = { own: { MX: ['in.acme.example'] }, 'in.acme.example': { A: ['192.0.2.7'] } }
    expect(await check({ ...alias, ...mailHost }, {}, 'mail.acme.example')).toEqual([
      { state: 'ok', message: 'Email goes to in.acme.example' },
      own,
    ])
  })

  test('the host of the receiving addresses must lead to this server', async () => {
    const elsewhere = {
      ...{ own: googleMx, ...google },
      'mail.acme.example': { A: ['192.0.2.7'], MX: ['aspmx.l.google.com'] },
    }
    expect((await check(elsewhere, gmail, 'mail.acme.example'))[1]).toMatchObject({
      state: 'error',
      message: expect.stringContaining('which is another server than mail.acme.example'),
    })
    expect((await check({ own: googleMx, ...google }, gmail, 'mail.acme.example'))[1]).toMatchObject({
      state: 'error',
      message: 'mail.acme.example has no address, so forwarded email can’t arrive',
    })
  })

  test('a failed lookup is a warning, not a missing record', async () => {
    await useInbox(t, 'help@broken.example', gmail)
    const resolve = await resolverOf({}, { fails: ['broken.example'] })
    expect(await findingsOf(incomingDnsCheck, contextOf(t, {}, { resolve }))).toMatchObject([
      {
        state: 'warning',
        message: expect.stringMatching(/^The DNS lookup of broken\.example \(MX\) failed/),
      },
    ])
  })
})

/** Google, and an agency whose record leads to it. */
const googleZone: Zone = {
  'smtp.gmail.com': { A: ['192.0.2.20'] },
  '_spf.google.com': { TXT: ['v=spf1 ip4:198.51.100.9 ~all'] },
  'spf.agency.example': { TXT: ['v=spf1 ip4:198.51.100.7 include:_spf.google.com ~all'] },
  'deep.agency.example': { TXT: ['v=spf1 redirect=spf.agency.example'] },
}

describe('outgoing email', () => {
  const domain = 'sender.example'
  const good = {
    [domain]: { TXT: ['v=spf1 a:smtp.host.example -all'] },
    'smtp.host.example': { A: ['192.0.2.10'] },
    [`default._domainkey.${domain}`]: { TXT: ['v=DKIM1; k=rsa; p=MIIBIjAN'] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=quarantine'] },
  } satisfies Zone

  async function check(zone: Zone, host = 'smtp.host.example', fails: string[] = []) {
    await useInbox(t, `help@${domain}`, { smtp: [{ host }] })
    const resolve = await resolverOf(zone, { fails })
    const [spf, dkim, dmarc] = await findingsOf(outgoingDnsCheck, contextOf(t, {}, { resolve }))
    return { spf, dkim, dmarc }
  }
  const spfOf = async (record: string[], host?: string, more: Zone = {}, fails?: string[]) =>
    (await check({ ...good, ...more, [domain]: { TXT: record } }, host, fails)).spf

  test('complete records are fine', async () => {
    expect(await check(good)).toMatchObject({
      spf: { state: 'ok', message: 'SPF permits smtp.host.example' },
      dkim: { state: 'ok', message: 'DKIM has a key (default)' },
      dmarc: { state: 'ok', message: 'DMARC is in force (p=quarantine)' },
    })
  })

  test('missing records are named with the ones to add', async () => {
    const { spf, dkim, dmarc } = await check({ [domain]: {}, 'smtp.host.example': { A: ['192.0.2.10'] } })
    expect(spf).toMatchObject({
      state: 'error',
      advice: 'Add the TXT record: v=spf1 a:smtp.host.example ~all',
    })
    expect(dkim).toMatchObject({
      state: 'warning',
      message: 'No DKIM key was found under the usual selectors',
    })
    expect(dmarc).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('_dmarc.sender.example: v=DMARC1'),
    })
  })

  test('SPF is evaluated for the addresses of the outgoing server', async () => {
    expect(await spfOf(['v=spf1 ip4:192.0.2.0/28 -all'])).toMatchObject({ state: 'ok' })
    expect(await spfOf(['v=spf1 ip4:198.51.100.1 -all'])).toMatchObject({
      state: 'warning',
      message: 'SPF doesn’t permit smtp.host.example, which sends the replies (192.0.2.10)',
    })
  })

  test('a mail server on this machine is never part of an SPF record', async () => {
    const missing = (await check({ [domain]: {} }, '127.0.0.1')).spf
    expect(missing?.advice).toBe(
      `Add a TXT record with the public address that sends your email, such as v=spf1 a:mail.${domain} ~all`,
    )
    expect(await spfOf(['v=spf1 a:smtp.host.example -all'], '127.0.0.1')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('can’t be seen from here'),
    })
  })

  test('SPF of a provider is recognised by what its customers include', async () => {
    expect(await spfOf(['v=spf1 include:_spf.google.com ~all'], 'smtp.gmail.com', googleZone)).toMatchObject({
      state: 'ok',
      message: 'SPF permits Google',
    })
    expect(await spfOf(['v=spf1 -all'], 'smtp.gmail.com', googleZone)).toMatchObject({
      state: 'error',
      message: 'SPF doesn’t permit Google, which sends the replies',
    })
  })

  test.each([
    ['v=spf1 redirect=_spf.google.com', 'ok'],
    ['v=spf1 redirect=spf.agency.example', 'ok'],
    ['v=spf1 ip4:198.51.100.1 include:spf.agency.example -all', 'ok'],
    ['v=spf1 ?include:deep.agency.example -all', 'ok'],
    ['v=spf1 -include:_spf.google.com ~all', 'error'],
    ['v=spf1 -all include:_spf.google.com', 'error'],
    ['v=spf1 ~all redirect=_spf.google.com', 'error'],
  ])('%s is judged as %s for Google', async (record, state) => {
    expect(await spfOf([record], 'smtp.gmail.com', googleZone)).toMatchObject({ state })
  })

  test('a record that includes itself over and over is given up', async () => {
    const loop = { ...googleZone, 'loop.example': { TXT: ['v=spf1 include:loop.example -all'] } }
    expect(await spfOf(['v=spf1 ?include:loop.example -all'], 'smtp.gmail.com', loop)).toMatchObject({
      state: 'error',
      message: expect.stringContaining('The SPF record has an error'),
    })
  })

  test('Zoho in Europe has an include of its own', async () => {
    const zoho = {
      'smtp.zoho.eu': { A: ['192.0.2.20'] },
      'zohomail.eu': { TXT: ['v=spf1 ip4:198.51.100.9 ~all'] },
    }
    expect(await spfOf(['v=spf1 include:zohomail.eu ~all'], 'smtp.zoho.eu', zoho)).toMatchObject({
      state: 'ok',
    })
    expect((await spfOf(['v=spf1 ~all'], 'smtp.zoho.eu', zoho))?.advice).toContain('include:zohomail.eu')
  })

  test('a provider with a Return-Path of its own needs no include', async () => {
    const postmark = { 'smtp.postmarkapp.com': { A: ['192.0.2.20'] } }
    expect(await spfOf(['v=spf1 -all'], 'smtp.postmarkapp.com', postmark)).toMatchObject({ state: 'ok' })
    expect((await check(postmark, 'smtp.postmarkapp.com')).spf).toMatchObject({ state: 'warning' })
  })

  test('an include that can’t be looked up is no refusal', async () => {
    for (const host of ['smtp.host.example', 'smtp.gmail.com'])
      expect(
        await spfOf(['v=spf1 include:slow.example -all'], host, googleZone, ['slow.example']),
      ).toMatchObject({ state: 'warning', message: expect.stringMatching(/DNS lookup .* failed/) })
  })

  test('a server whose IPv6 address isn’t permitted is a warning', async () => {
    const both = { 'smtp.host.example': { A: ['192.0.2.10'], AAAA: ['2001:db8::10'] } }
    expect(await spfOf(['v=spf1 ip4:192.0.2.10 -all'], 'smtp.host.example', both)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('replies that it sends from 2001:db8::10 fail'),
      advice: expect.stringContaining('Add ip6:2001:db8::10 to the TXT record'),
    })
    expect(await spfOf(['v=spf1 a:smtp.host.example -all'], 'smtp.host.example', both)).toMatchObject({
      state: 'ok',
    })
  })

  test.each([
    ['two records', ['v=spf1 -all', 'v=spf1 ~all'], 'There are several SPF records, which counts as none'],
    ['+all', ['v=spf1 +all'], 'The SPF record permits every server in the world to send (+all)'],
    ['a loop', [`v=spf1 include:${domain} -all`], 'The SPF record has an error'],
  ])('an SPF record with %s is an error', async (_, record, message) => {
    expect(await spfOf(record)).toMatchObject({ state: 'error', message: expect.stringContaining(message) })
  })

  test('a revoked DKIM key is an error', async () => {
    const zone = { ...good, [`default._domainkey.${domain}`]: { TXT: ['v=DKIM1; p='] } }
    expect((await check(zone)).dkim).toMatchObject({
      state: 'error',
      message: 'The DKIM key default was revoked',
    })
  })

  test('a wildcard record is no DKIM key, and one lookup that fails doesn’t hide a key', async () => {
    const key = `default._domainkey.${domain}`
    const wildcard = { ...good, [key]: { TXT: ['v=DMARC1; p=none'] } }
    expect((await check(wildcard)).dkim).toMatchObject({
      state: 'warning',
      message: 'No DKIM key was found under the usual selectors',
    })
    const fails = [`google._domainkey.${domain}`]
    expect((await check(good, undefined, fails)).dkim).toMatchObject({ state: 'ok' })
    expect((await check({ ...good, [key]: {} }, undefined, fails)).dkim).toMatchObject({
      message: expect.stringContaining('failed'),
    })
  })

  test.each([
    ['v=DMARC1; p=none', 'warning'],
    ['v=DMARC1; p=reject', 'ok'],
    ['v=DMARC1; rua=mailto:a@b.example', 'error'],
  ])('the DMARC policy %s is judged as %s', async (record, state) => {
    expect((await check({ ...good, [`_dmarc.${domain}`]: { TXT: [record] } })).dmarc).toMatchObject({ state })
  })
})
