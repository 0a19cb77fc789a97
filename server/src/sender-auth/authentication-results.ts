import { domainOf } from '@parley/mail/address'
import parse, { type ParsedResults } from 'mailauth/lib/parse-dkim-headers.js'
import { type SenderChecks, unchecked } from './sender-checks.ts'
import { type AuthResult, decideVerdict, type Evidence } from './verdict.ts'

/** Exchange Online omits its name from the header that it adds, and renames such headers written by senders. */
const exchangeOnline = 'mx.microsoft.com'

/**
 * Reads the checks made by a mailbox's mail server. Only the newest header counts, and only under a configured name:
 * any sender can write such headers, and a server adds its own above them.
 */
export function checksFromServerHeader(
  newest: string | null,
  { authserv_ids, authors }: { authserv_ids: readonly string[]; authors: readonly string[] },
): SenderChecks {
  const domains = new Set(authors.map(domainOf))
  const [domain = ''] = domains
  if (authserv_ids.length === 0) return unchecked('not_configured', domain)
  if (newest === null || !authserv_ids.some((pattern) => matchesAuthservId(pattern, authservIdOf(newest))))
    return unchecked('no_results', domain)
  const parsed = parseHeader(newest)
  const evidence = extractEvidence(parsed, domain)
  const checks = decideVerdict({
    ...evidence,
    domain: domains.size === 1 ? domain : null,
    arc: parsed.arc?.value.toLowerCase() ?? null,
    dns_failed: false,
    sealed: [],
  })
  const results = [evidence.spf?.result, evidence.dmarc, ...evidence.dkim.map(({ result }) => result)]
  // A DNS failure on that server cannot be checked again.
  return checks.verdict === 'fail' && results.includes('temperror')
    ? { ...checks, verdict: 'unchecked', reason: 'no_results' }
    : checks
}

/** The authserv-id of an Authentication-Results header, in lower case. */
export function authservIdOf(header: string): string {
  const { value } = parseHeader(header)
  return value === undefined ? exchangeOnline : (value.split(/[\s/]/)[0] ?? '').toLowerCase()
}

/** `*.example.com` matches any host below it: some providers name the individual machine. */
const matchesAuthservId = (pattern: string, id: string) =>
  pattern.startsWith('*.') ? id.endsWith(pattern.slice(1)) : id === pattern

const maxHeaderLength = 20_000
const parseHeader = (header: string): ParsedResults =>
  parse(`Authentication-Results: ${header.slice(0, maxHeaderLength)}`).parsed

/** Results for another From domain prove nothing about this one. */
export function extractEvidence(
  { spf, dkim, dmarc }: ParsedResults,
  domain: string | null,
): Pick<Evidence, 'spf' | 'dkim' | 'dmarc'> {
  const from = readProperty(dmarc, 'header', 'from')
  return {
    spf: spf
      ? toAuthResult(spf.value, readProperty(spf, 'smtp', 'mailfrom') || readProperty(spf, 'smtp', 'helo'))
      : null,
    dkim: (dkim ?? []).map((one) =>
      toAuthResult(one.value, readProperty(one, 'header', 'd') || readProperty(one, 'header', 'i')),
    ),
    dmarc: dmarc && (from === '' || domainOf(from) === domain) ? dmarc.value.toLowerCase() : null,
  }
}

const toAuthResult = (result: string, identity: string): AuthResult => ({
  result: result.toLowerCase(),
  domain: domainOf(identity),
})

function readProperty(
  results: ParsedResults['spf'],
  type: 'smtp' | 'header',
  name: 'mailfrom' | 'helo' | 'from' | 'd' | 'i',
): string {
  const properties = results?.[type]
  const value = typeof properties === 'object' ? properties[name] : undefined
  // The sender influences what the server wrote, so do not trust its type.
  return typeof value === 'string' ? value : ''
}
