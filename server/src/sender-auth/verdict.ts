import type { CheckResult } from '@parley/contract/email/sender-authentication'
import { getDomain } from 'tldts'
import type { SenderChecks } from './sender-checks.ts'

/** The result keywords of RFC 8601, as mailauth and mail servers write them. */
export type AuthResult = { result: string; domain: string }

export type Evidence = {
  /** The only domain in From, or null when there is none or more than one. */
  domain: string | null
  spf: AuthResult | null
  /** One per signature. A signature that leaves part of the body unsigned is not among the passing ones. */
  dkim: readonly AuthResult[]
  dmarc: string | null
  arc: string | null
  /** A DNS server gave no answer to one of the questions. */
  dns_failed: boolean
  /** Results that trusted forwarders sealed. */
  sealed: readonly Pick<Evidence, 'spf' | 'dkim' | 'dmarc'>[]
}

/** Whether the From domain is proven: by DMARC, by an aligned signature or envelope, or by a trusted forwarder that saw one of these. */
export function decideVerdict(evidence: Evidence): SenderChecks {
  const { domain, spf, dkim, dmarc, arc } = evidence
  const methods = {
    spf: toCheckResult(spf?.result),
    // Neutral is said of a signature that cannot be right, such as one over another body.
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
  // The owner of the domain says what proves it, and this mail does not.
  if (dmarc === 'fail') return null
  const proves = ({ result, domain: other }: AuthResult) => result === 'pass' && isAligned(other, domain)
  if (dkim.some(proves)) return 'dkim'
  return spf && proves(spf) ? 'spf' : null
}

/** The relaxed alignment of RFC 7489: the same registrable domain. */
export function isAligned(one: string, other: string): boolean {
  const [a, b] = [registrableDomain(one), registrableDomain(other)]
  return a !== '' && a === b
}

// Where anyone can register below a suffix (github.io), each name has another owner.
export const registrableDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true }) ?? domain.toLowerCase().replace(/\.$/, '')

function toCheckResult(result: string | null | undefined): CheckResult {
  if (result === 'pass') return 'pass'
  // Nothing to check (none), the owner makes no statement (neutral of SPF), or DNS did not answer.
  if (!result || ['none', 'neutral', 'temperror', 'temperr', 'skipped'].includes(result)) return 'unchecked'
  return 'fail'
}

const bestResult = (results: CheckResult[]): CheckResult =>
  results.includes('pass') ? 'pass' : results.includes('fail') ? 'fail' : 'unchecked'
