import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { addDkimSignature, dkimRecord, withCrlf, zoneResolver } from '../testing/email/signed-mail.ts'
import { type ResolveDns, withDnsCache } from './dns-resolver.ts'
import { startSenderVerifier, type VerifierOptions } from './sender-verifier.ts'

const mail = withCrlf('From: grace@customer.test\nSubject: Hi\n\nHello\n')
const envelope = { peer: '192.0.2.1', helo: 'mail.customer.test', mail_from: 'grace@customer.test' }

function verifierFor(resolve: ResolveDns, more: Partial<VerifierOptions> = {}) {
  const verifier = startSenderVerifier({
    resolve,
    log: createLog('silent'),
    trusted_relays: [],
    trusted_sealers: [],
    // Generous: the thread and the resolver share the machine with other tests.
    dns_ms: 60_000,
    time_ms: 60_000,
    ...more,
  })
  onTestFinished(() => verifier.stop())
  return verifier
}
const never: ResolveDns = () => new Promise(() => {})

test('a signed mail is verified in the worker thread, with keys from the resolver', async () => {
  const verifier = verifierFor(zoneResolver({ txt: dkimRecord('customer.test') }))
  const raw = await addDkimSignature(mail, 'customer.test')
  expect(await verifier.verify({ ...envelope, raw })).toMatchObject({ verdict: 'pass', reason: 'dkim' })
})

test('a DNS query without an answer ends at its deadline as unchecked', async () => {
  const verifier = verifierFor(never, { dns_ms: 200 })
  expect(await verifier.verify({ ...envelope, raw: mail })).toMatchObject({
    verdict: 'unchecked',
    reason: 'dns_failed',
  })
})

test('mails with hanging DNS do not block others and are rechecked later', async () => {
  const verifier = verifierFor(never)
  const slow = [verifier.verify({ ...envelope, raw: mail }), verifier.verify({ ...envelope, raw: mail })]
  let ended = false
  void Promise.race(slow).then(() => {
    ended = true
  })
  expect(await verifier.verify({ ...envelope, raw: mail })).toMatchObject({ reason: 'dns_failed' })
  expect(ended).toBe(false)
})

test('a check that exceeds its time limit ends its thread, and the next mail gets a new one', async () => {
  // The next mail must not exceed it because the machine is busy.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: hanging, resolve: hang } = Promise.withResolvers<void>()
  let hangs = true
  const zone = zoneResolver({ txt: { 'customer.test': 'v=spf1 ip4:192.0.2.1 -all' } })
  const verifier = verifierFor(
    (name, type) => {
      if (!hangs) return zone(name, type)
      hang()
      return never(name, type)
    },
    { time_ms: 4_000 },
  )
  const first = verifier.verify({ ...envelope, raw: mail })
  await hanging
  vi.advanceTimersByTime(4_000)
  expect(await first).toMatchObject({ verdict: 'unchecked' })
  hangs = false
  expect(await verifier.verify({ ...envelope, raw: mail })).toMatchObject({ verdict: 'pass', reason: 'spf' })
})

test('the cache keeps answers for a while, missing names for less time, and failures not at all', async () => {
  let queryCount = 0
  let now = 0
  const zone = zoneResolver({ txt: { 'a.test': 'x' }, fails: new Set(['down.test']) })
  const resolve = withDnsCache(
    (name, type) => {
      queryCount += 1
      return zone(name, type)
    },
    () => now,
  )
  const ask = async (name: string) => {
    await resolve(name, 'TXT').catch(() => {})
    return queryCount
  }
  expect([await ask('a.test'), await ask('A.test')]).toEqual([1, 1])
  expect([await ask('none.test'), await ask('none.test')]).toEqual([2, 2])
  expect([await ask('down.test'), await ask('down.test')]).toEqual([3, 4])
  now = 61_000
  expect([await ask('a.test'), await ask('none.test')]).toEqual([4, 5])
  now = 301_000
  expect(await ask('a.test')).toBe(6)
})
