import type { ARCData, DKIMVerifyResult } from 'mailauth'
import { arc as verifyArc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import parse from 'mailauth/lib/parse-dkim-headers.js'
import { spf as verifySpf } from 'mailauth/lib/spf/index.js'
import { createRangeMatcher } from '../http/outbound/ip-ranges.ts'
import { extractEvidence } from './authentication-results.ts'
import type { ResolveDns } from './dns-resolver.ts'
import { findOriginatingPeer } from './originating-peer.ts'
import { type SenderChecks, unchecked } from './sender-checks.ts'
import { decideVerdict, type Evidence } from './verdict.ts'

export type MailToCheck = {
  raw: Uint8Array
  /** As the mail was handed over to us. */
  peer: string | null
  helo: string | null
  mail_from: string | null
  /** Addresses and ranges whose Received headers name the real peer. */
  trusted_relays: readonly string[]
  /** Domains whose ARC seals are believed. */
  trusted_sealers: readonly string[]
}

/** More than any honest mail has. Each signature may hash the whole body once more, each seal asks for a key. */
const limits = { header_bytes: 256 * 1024, signatures: 16, seals: 20 }

/** SPF, DKIM, DMARC and ARC of one mail. Never throws for what a sender wrote. */
export async function checkMail(mail: MailToCheck, resolve: ResolveDns): Promise<SenderChecks> {
  const { resolver, hasFailed } = trackDnsFailures(resolve)
  const raw = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength)
  if (isTooComplex(raw)) return { ...unchecked('too_complex'), verdict: 'fail' }
  const dkim = await dkimVerify(raw, { resolver, sender: mail.mail_from ?? '', rejectRsaSha1: true })
  const spf = await checkSpf(mail, dkim, resolver)
  // Of a mail without a chain it holds `false`, which the library takes and its types do not.
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
      // What follows the signed part of the body can be anybody's.
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
  // Without a host name the library would name this machine.
  return verifySpf({
    sender: mail.mail_from ?? '',
    ip: peer.address,
    helo: peer.helo,
    mta: 'parley',
    resolver,
  })
}

/**
 * What forwarders saw when the mail came to them, newest first, as far as the chain of seals is trusted: behind the first sealer who is not,
 * anything can be written.
 */
function listSealedResults({ arc }: DKIMVerifyResult, domain: string | null, trusted: readonly string[]) {
  const results: Pick<Evidence, 'spf' | 'dkim' | 'dmarc'>[] = []
  const newest = arc?.lastEntry?.messageSignature
  if (newest?.status.underSized) return results
  for (const entry of [...(arc?.chain || [])].reverse()) {
    const sealer = String(entry['arc-seal']?.parsed?.d?.value ?? '').toLowerCase()
    if (!trusted.some((one) => sealer === one || sealer.endsWith(`.${one}`))) break
    const found = entry['arc-authentication-results']?.original
    // Read again: the library rewrites what it parsed of the newest one.
    if (found) results.push(extractEvidence(parse(found).parsed, domain))
  }
  return results
}

/** mailauth calls a seal false whose key could not be asked for, so failures are noted where they happen. */
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
