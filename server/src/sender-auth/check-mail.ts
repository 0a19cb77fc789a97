import type { ARCData, DKIMVerifyResult } from 'mailauth'
import { arc as verifyArc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import parse from 'mailauth/lib/parse-dkim-headers.js'
import { spf as verifySpf } from 'mailauth/lib/spf/index.js'
import { createRangeMatcher } from '../http/ip-addresses.ts'
import { extractEvidence } from './authentication-results.ts'
import type { ResolveDns } from './dns-resolver.ts'
import { findOriginatingPeer } from './originating-peer.ts'
import { type SenderChecks, unchecked } from './sender-checks.ts'
import { decideVerdict, type Evidence } from './verdict.ts'

export type MailToCheck = {
  raw: Uint8Array
  /** As delivered to us. */
  peer: string | null
  helo: string | null
  mail_from: string | null
  /** Addresses and ranges of relays whose Received headers are trusted to name the originating peer. */
  trusted_relays: readonly string[]
  /** Domains whose ARC seals are trusted. */
  trusted_sealers: readonly string[]
}

/**
 * More than any legitimate mail has. Each signature may hash the whole body again, and each seal needs a key lookup.
 */
const limits = { header_bytes: 256 * 1024, signatures: 16, seals: 20 }

/** Checks SPF, DKIM, DMARC and ARC of a mail. Never throws because of what a sender wrote. */
export async function checkMail(mail: MailToCheck, resolve: ResolveDns): Promise<SenderChecks> {
  const { resolver, hasFailed } = trackDnsFailures(resolve)
  const raw = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength)
  if (isTooComplex(raw)) return { ...unchecked('too_complex'), verdict: 'fail' }
  const dkim = await dkimVerify(raw, { resolver, sender: mail.mail_from ?? '', rejectRsaSha1: true })
  const spf = await checkSpf(mail, dkim, resolver)
  // Without an ARC chain this is `false`, which the library accepts and its types do not.
  const arc = dkim.arc ? await verifyArc(dkim.arc as ARCData, { resolver }) : null
  const passing = dkim.results.filter(({ status }) => status.result === 'pass' && !status.underSized)
  const { response: dmarc } = await evaluateDmarc({
    headerFrom: dkim.headerFrom,
    fromFields: dkim.fromFields,
    spfDomains: spf?.status.result === 'pass' ? [spf.domain] : [],
    dkimDomains: passing.map(({ id, signingDomain = '' }) => ({ ...(id && { id }), domain: signingDomain })),
    resolver,
  })
  const domain = dmarc ? (dmarc.status.header?.from?.replace(/\.$/, '') ?? null) : null
  return decideVerdict({
    domain,
    spf: spf && { result: spf.status.result, domain: spf.domain },
    dkim: dkim.results.map(({ status, signingDomain = '' }) => ({
      // Anyone can append text after the signed part of the body.
      result: status.underSized ? 'policy' : status.result,
      domain: signingDomain,
    })),
    dmarc: dmarc ? dmarc.status.result : null,
    arc: arc?.status.result ?? null,
    dns_failed: hasFailed(),
    sealed: arc?.status.result === 'pass' ? listSealedResults(dkim, domain, mail.trusted_sealers) : [],
  })
}

async function checkSpf(mail: MailToCheck, { headers }: DKIMVerifyResult, resolver: ResolveDns) {
  if (mail.peer === null) return null
  const received = (headers?.parsed ?? []).filter(({ key }) => key === 'received').map(({ line }) => line)
  const peer = findOriginatingPeer(
    { address: mail.peer, helo: mail.helo ?? '' },
    received,
    createRangeMatcher(mail.trusted_relays),
  )
  if (!peer) return null
  // Otherwise the library would name this machine.
  return verifySpf({
    sender: mail.mail_from ?? '',
    ip: peer.address,
    helo: peer.helo,
    mta: 'parley',
    resolver,
  })
}

/**
 * Results recorded by forwarders, newest first, as far as the chain of seals is trusted. Before the first untrusted
 * sealer, anything can be forged.
 */
function listSealedResults({ arc }: DKIMVerifyResult, domain: string | null, trusted: readonly string[]) {
  const results: Pick<Evidence, 'spf' | 'dkim' | 'dmarc'>[] = []
  const newest = arc?.lastEntry?.messageSignature
  if (newest?.status.underSized) return results
  for (const entry of [...(arc?.chain || [])].reverse()) {
    const sealer = String(entry['arc-seal']?.parsed?.d?.value ?? '').toLowerCase()
    if (!trusted.some((sealerDomain) => sealer === sealerDomain || sealer.endsWith(`.${sealerDomain}`))) break
    const sealedHeader = entry['arc-authentication-results']?.original
    // Parsed again, because the library modifies its parse result of the newest one.
    if (sealedHeader) results.push(extractEvidence(parse(sealedHeader).parsed, domain))
  }
  return results
}

/** mailauth treats a seal as invalid if its key lookup fails, so DNS failures are tracked where they happen. */
function trackDnsFailures(resolve: ResolveDns) {
  let failed = false
  const resolver: ResolveDns = (name, type) =>
    resolve(name, type).catch((error: { code?: string }) => {
      failed ||= error.code !== 'ENOTFOUND' && error.code !== 'ENODATA'
      throw error
    })
  return { resolver, hasFailed: () => failed }
}

function isTooComplex(raw: Buffer): boolean {
  const head = raw.subarray(0, limits.header_bytes + 4).toString('latin1')
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length
  if (end > limits.header_bytes) return true
  const count = (name: RegExp) => head.slice(0, end).match(name)?.length ?? 0
  return count(/^dkim-signature\s*:/gim) > limits.signatures || count(/^arc-seal\s*:/gim) > limits.seals
}
