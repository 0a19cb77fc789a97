import { domainToASCII } from 'node:url'
import parse, { type ParsedResults } from 'mailauth/lib/parse-dkim-headers.js'
import { type SenderChecks, unchecked } from './checks.ts'
import { type Evidence, judge, type Outcome } from './judge.ts'

/** Exchange Online leaves its name out of the header that it adds, and renames those that senders wrote. */
export const exchangeOnline = 'mx.microsoft.com'

/**
 * What the mail server of a mailbox found out. Only the newest header counts, and only under a configured name: any sender can write such
 * headers, and a server adds its own above them.
 */
export function checksByServer(
  newest: string | null,
  { authserv_ids, authors }: { authserv_ids: readonly string[]; authors: readonly string[] },
): SenderChecks {
  const domains = new Set(authors.map(domainOf))
  const [domain = ''] = domains
  if (authserv_ids.length === 0) return unchecked('not_configured', domain)
  if (newest === null || !authserv_ids.some((one) => isNamed(one, authservIdOf(newest))))
    return unchecked('no_results', domain)
  const parsed = read(newest)
  const found = evidenceIn(parsed, domain)
  const checks = judge({
    ...found,
    domain: domains.size === 1 ? domain : null,
    arc: parsed.arc?.value.toLowerCase() ?? null,
    dns_failed: false,
    sealed: [],
  })
  const results = [found.spf?.result, found.dmarc, ...found.dkim.map(({ result }) => result)]
  // What DNS did not tell that server, nobody can ask any more.
  return checks.verdict === 'fail' && results.includes('temperror')
    ? { ...checks, verdict: 'unchecked', reason: 'no_results' }
    : checks
}

/** The name in an Authentication-Results header, in lower case. */
export function authservIdOf(header: string): string {
  const { value } = read(header)
  return value === undefined ? exchangeOnline : (value.split(/[\s/]/)[0] ?? '').toLowerCase()
}

/** `*.example.com` stands for any host below it: some providers name the very machine. */
const isNamed = (pattern: string, id: string) =>
  pattern.startsWith('*.') ? id.endsWith(pattern.slice(1)) : id === pattern

const mostRead = 20_000
const read = (header: string): ParsedResults =>
  parse(`Authentication-Results: ${header.slice(0, mostRead)}`).parsed

/** Results for another From domain prove nothing about this one. */
export function evidenceIn(
  { spf, dkim, dmarc }: ParsedResults,
  domain: string | null,
): Pick<Evidence, 'spf' | 'dkim' | 'dmarc'> {
  const from = property(dmarc, 'header', 'from')
  return {
    spf: spf ? outcome(spf.value, property(spf, 'smtp', 'mailfrom') || property(spf, 'smtp', 'helo')) : null,
    dkim: (dkim ?? []).map((one) =>
      outcome(one.value, property(one, 'header', 'd') || property(one, 'header', 'i')),
    ),
    dmarc: dmarc && (from === '' || domainOf(from) === domain) ? dmarc.value.toLowerCase() : null,
  }
}

const outcome = (result: string, identity: string): Outcome => ({
  result: result.toLowerCase(),
  domain: domainOf(identity),
})

function domainOf(identity: string): string {
  const domain = identity.slice(identity.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

function property(
  results: ParsedResults['spf'],
  type: 'smtp' | 'header',
  name: 'mailfrom' | 'helo' | 'from' | 'd' | 'i',
): string {
  const properties = results?.[type]
  const value = typeof properties === 'object' ? properties[name] : undefined
  // The sender of a mail shapes what its server wrote down.
  return typeof value === 'string' ? value : ''
}
