import { isIP } from 'node:net'
import type { Finding } from '@parley/contract/system/system-findings'
import type { ResolveDns } from '../../../../sender-auth/dns-resolver.ts'
import { error, ok, warning } from '../check.ts'
import { listAddresses, listTexts } from '../dns-records.ts'
import { isLoopbackHost } from '../loopback.ts'
import { findProvider } from '../mail-providers.ts'
import { permitsProvider } from './spf-includes.ts'

/** Whether the SPF record of a domain permits these outgoing servers (RFC 7208). */
export async function checkSpf(
  resolve: ResolveDns,
  domain: string,
  outgoing: readonly string[],
): Promise<Finding> {
  // A mail server on this machine hands email on, and SPF is about the address that others see.
  const hosts = outgoing.filter((host) => !isLoopbackHost(host))
  const records = (await listTexts(resolve, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  const suggestion =
    hosts.length > 0
      ? `Add the TXT record: v=spf1 ${hosts.map(suggestMechanism).join(' ')} ~all`
      : `Add a TXT record with the public address that sends your email, such as v=spf1 a:mail.${domain} ~all`
  if (record === undefined) {
    const isOptional = hosts.length > 0 && hosts.every((host) => findProvider(host)?.has_own_return_path)
    const judge = isOptional ? warning : error
    return judge(domain, 'There is no SPF record, so many servers treat replies as spam', suggestion)
  }
  if (records.length > 1)
    return error(
      domain,
      'There are several SPF records, which counts as none',
      'Merge them into one TXT record',
    )
  if (/(?:^| )\+?all(?: |$)/i.test(record))
    return error(
      domain,
      'The SPF record permits every server in the world to send (+all)',
      'Replace +all by ~all',
    )
  if (hosts.length === 0)
    return ok(
      domain,
      'There is an SPF record. Whether it permits your public address can’t be seen from here',
    )
  const results = await Promise.all(hosts.map((host) => evaluate(resolve, { domain, host, record })))
  return results.find(({ state }) => state !== 'ok') ?? results[0] ?? ok(domain, 'SPF: the record is fine')
}

type Sender = { domain: string; host: string; record: string }

async function evaluate(resolve: ResolveDns, { domain, host, record }: Sender): Promise<Finding> {
  const provider = findProvider(host)
  const addresses = await listAddresses(resolve, host)
  const results = await Promise.all(addresses.map((address) => evaluateAddress(resolve, domain, address)))
  const broken = results.find(({ result }) => result === 'permerror')
  if (broken)
    return error(
      domain,
      `The SPF record has an error, so it counts as none: ${broken.comment}`,
      `Correct the TXT record: ${record}`,
    )
  // Providers send from other machines than those that take email from their customers.
  if (provider && (await permitsProvider(resolve, { domain, record, name: provider.spf })))
    return ok(domain, `SPF permits ${provider.name}`)
  const refused = results.filter(({ result }) => result !== 'pass')
  if (results.length > 0 && refused.length === 0) return ok(domain, `SPF permits ${host}`)
  const unknown = refused.find(({ result }) => result === 'temperror')
  if (unknown) throw new Error(`A DNS lookup for the SPF record of ${domain} failed: ${unknown.comment}`)
  if (addresses.length === 0)
    return warning(
      domain,
      `SPF can’t be judged, because ${host} has no address`,
      'Correct the outgoing server of the inbox',
    )
  if (provider?.has_own_return_path)
    return ok(domain, `${provider.name} sends with a Return-Path of its own, to which SPF applies`)
  if (provider)
    return error(
      domain,
      `SPF doesn’t permit ${provider.name}, which sends the replies`,
      `Add ${suggestMechanism(host)} to the TXT record: ${record}`,
    )
  return describeRefused(
    { domain, host, record },
    refused.map(({ ip }) => ip),
    addresses,
  )
}

/** Of an own server: some of its addresses, or all of them. */
function describeRefused(
  { domain, host, record }: Sender,
  refused: readonly string[],
  addresses: readonly string[],
): Finding {
  const mechanisms =
    refused.length === addresses.length
      ? suggestMechanism(host)
      : refused.map((ip) => `ip${isIP(ip)}:${ip}`).join(' ')
  const advice = `Add ${mechanisms} to the TXT record, unless ${host} hands email on to servers that the record permits: ${record}`
  return refused.length === addresses.length
    ? warning(domain, `SPF doesn’t permit ${host}, which sends the replies (${addresses.join(', ')})`, advice)
    : warning(
        domain,
        `SPF permits only some addresses of ${host}: replies that it sends from ${refused.join(', ')} fail`,
        advice,
      )
}

async function evaluateAddress(resolver: ResolveDns, domain: string, ip: string) {
  const { spf } = await import('mailauth/lib/spf/index.js')
  const { status } = await spf({ sender: `postmaster@${domain}`, ip, helo: domain, mta: 'parley', resolver })
  return { ip, result: status.result, comment: status.comment ?? '' }
}

function suggestMechanism(host: string): string {
  if (isIP(host)) return `ip${isIP(host)}:${host}`
  const provider = findProvider(host)
  return provider ? `include:${provider.spf}` : `a:${host}`
}
