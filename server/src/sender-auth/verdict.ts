import type { CheckResult } from '@parley/contract/email/sender-authentication'
import { getDomain } from 'tldts'
import type { SenderChecks } from './sender-checks.ts'

/** A result keyword of RFC 8601, as written by mailauth and mail servers. */
export type AuthResult = { result: string; domain: string }

export type Evidence = {
  /** The only domain in From; null if there is none or more than one. */
  domain: string | null
  spf: AuthResult | null
  /** One per signature. A signature that leaves part of the body unsigned does not pass. */
  dkim: readonly AuthResult[]
  dmarc: string | null
  arc: string | null
  /** A DNS query got no answer. */
  dns_failed: boolean
  /** Results sealed by trusted forwarders. */
  sealed: readonly Pick<Evidence, 'spf' | 'dkim' | 'dmarc'>[]
}

/**
 * Decides whether the From domain is proven: by DMARC, by an aligned signature or envelope, or by a trusted forwarder
 * that saw one of these.
 */
export function decideVerdict(evidence: Evidence): SenderChecks {
  const { domain, spf, dkim, dmarc, arc } = evidence
  const methods = {
    spf: toCheckResult(spf?.result),
    // Neutral means a signature that cannot be valid, such as one over a different body.
    dkim: bestResult(dkim.map(({ result }) => toCheckResult(result === 'neutral' ? 'fail' : result))),
    dmarc: toCheckResult(dmarc),
    arc: toCheckResult(arc),
    domain: domain ?? '',
  }
  const proof = domain === null ? null : findProof(evidence, domain)
  if (proof) return { ...methods, verdict: 'pass', reason: proof }
  const sealed = domain !== null && evidence.sealed.some((results) => findProof(results, domain) !== null)
  if (sealed) return { ...methods, verdict: 'pass', reason: 'arc' }
  return evidence.dns_failed
    ? { ...methods, verdict: 'unchecked', reason: 'dns_failed' }
    : { ...methods, verdict: 'fail', reason: 'not_proven' }
}

function findProof(
  { spf, dkim, dmarc }: Pick<Evidence, 'spf' | 'dkim' | 'dmarc'>,
  domain: string,
): 'dmarc' | 'dkim' | 'spf' | null {
  if (dmarc === 'pass') return 'dmarc'
  // The domain owner defines what proves it, and this mail fails that.
  if (dmarc === 'fail') return null
  const proves = ({ result, domain: other }: AuthResult) => result === 'pass' && isAligned(other, domain)
  if (dkim.some(proves)) return 'dkim'
  return spf && proves(spf) ? 'spf' : null
}

/** Relaxed alignment as in RFC 7489: the same registrable domain. */
function isAligned(one: string, other: string): boolean {
  const [a, b] = [registrableDomain(one), registrableDomain(other)]
  return a !== '' && a === b
}

// Where anyone can register below a suffix (github.io), each name has a different owner.
export const registrableDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true }) ?? domain.toLowerCase().replace(/\.$/, '')

function toCheckResult(result: string | null | undefined): CheckResult {
  if (result === 'pass') return 'pass'
  // Nothing to check (none), no statement by the owner (neutral in SPF), or no DNS answer.
  if (!result || ['none', 'neutral', 'temperror', 'temperr', 'skipped'].includes(result)) return 'unchecked'
  return 'fail'
}

const bestResult = (results: CheckResult[]): CheckResult =>
  results.includes('pass') ? 'pass' : results.includes('fail') ? 'fail' : 'unchecked'
