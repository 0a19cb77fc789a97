import type { Finding } from '@parley/contract/system/system-findings'
import { type Check, ok, warning } from '../check.ts'
import { isLoopbackHost } from '../loopback.ts'
import { isWithin, serversOfSharedDomain } from '../mail-providers.ts'
import { groupByDomain, listMailRoutes } from '../mail-routes.ts'
import { checkDkim } from '../sender-records/dkim.ts'
import { checkDmarc } from '../sender-records/dmarc.ts'
import { checkSpf } from '../sender-records/spf.ts'

/** Whether other servers can tell that replies come from the team: SPF, DKIM and DMARC of each domain that sends. */
export const outgoingDnsCheck: Check = {
  name: 'outgoing_dns',
  async run({ db, resolve }) {
    const domains = groupByDomain((await listMailRoutes(db)).filter(({ smtp }) => smtp.length > 0))
    const findings = await Promise.all(
      [...domains].flatMap(([domain, routes]) => {
        const hosts = [...new Set(routes.flatMap(({ smtp }) => smtp.map(({ host }) => host)))]
        const servers = serversOfSharedDomain(domain)
        if (servers) return [Promise.resolve(checkSharedDomain(domain, hosts, servers))]
        return [
          checkSpf(resolve, domain, hosts),
          checkDkim(resolve, domain),
          checkDmarc(resolve, domain),
        ].map((finding) => withLookupFailure(domain, finding))
      }),
    )
    return findings.length > 0 ? findings : [ok('', 'No inbox sends yet')]
  },
}

/** A server on this machine may pass email on to the provider. */
function checkSharedDomain(domain: string, hosts: readonly string[], servers: readonly string[]): Finding {
  const others = hosts.filter((host) => !isLoopbackHost(host) && !isWithin(host.toLowerCase(), servers))
  if (others.length === 0) return ok(domain, 'The provider of this domain looks after its records')
  return warning(
    domain,
    `Replies from ${domain} addresses are sent through ${others.join(', ')}, so other mail servers may treat them as forged`,
    'Send them through the provider of the address, or use an address in your own domain',
  )
}

const withLookupFailure = (domain: string, finding: Promise<Finding>): Promise<Finding> =>
  finding.catch((cause: Error) =>
    warning(
      domain,
      cause.message,
      'Check the DNS servers of this machine and of the domain, then check again',
    ),
  )
