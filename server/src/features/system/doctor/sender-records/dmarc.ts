import type { Finding } from '@parley/contract/system/system-findings'
import type { ResolveDns } from '../../../../sender-auth/dns-resolver.ts'
import { error, ok, warning } from '../check.ts'
import { listTexts } from '../dns-records.ts'
import { registeredDomain } from '../mail-providers.ts'

/** The DMARC policy of a domain, or that of the organisation (RFC 7489). */
export async function checkDmarc(resolve: ResolveDns, domain: string): Promise<Finding> {
  const organisation = registeredDomain(domain)
  const own = await listPolicies(resolve, domain)
  const records = own.length > 0 || organisation === domain ? own : await listPolicies(resolve, organisation)
  const [record] = records
  if (record === undefined)
    return warning(
      domain,
      'There is no DMARC policy, so large providers may refuse replies, and anyone can send in your name',
      `Add the TXT record _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:postmaster@${domain}. After some weeks without surprises in the reports, set p=quarantine`,
    )
  if (records.length > 1)
    return error(
      domain,
      'There are several DMARC records, which counts as none',
      `Keep one TXT record at _dmarc.${domain}`,
    )
  const inherited = own.length === 0 && record.match(/(?:^|;)\s*sp\s*=\s*(\w+)/i)?.[1]
  const policy = (inherited || record.match(/(?:^|;)\s*p\s*=\s*(\w+)/i)?.[1])?.toLowerCase()
  if (policy === 'quarantine' || policy === 'reject') return ok(domain, `DMARC is in force (p=${policy})`)
  return policy === 'none'
    ? warning(
        domain,
        'DMARC only reports: forged email in your name is still delivered (p=none)',
        'Once the reports show that your own email passes, set p=quarantine',
      )
    : error(domain, `The DMARC record has no valid policy: ${record}`, 'Add p=none, p=quarantine or p=reject')
}

const listPolicies = async (resolve: ResolveDns, domain: string) =>
  (await listTexts(resolve, `_dmarc.${domain}`)).filter((text) => /^v=DMARC1(?:\s*;|\s*$)/i.test(text))
