import type { Finding } from '@parley/contract/system/system-findings'
import type { ResolveDns } from '../../../../sender-auth/dns-resolver.ts'
import { type Check, error, ok, warning } from '../check.ts'
import { listAddresses, listMailExchangers } from '../dns-records.ts'
import { findProvider, findProviderOfExchanger, serversOfSharedDomain } from '../mail-providers.ts'
import { groupByDomain, listMailRoutes } from '../mail-routes.ts'

/** Whether email to the inboxes finds its way here (MX). */
export const incomingDnsCheck: Check = {
  name: 'incoming_dns',
  async run({ db, resolve, installation }) {
    const domains = groupByDomain(await listMailRoutes(db))
    const { mail_host } = installation
    const findings = [...domains].map(([domain, routes]) =>
      checkDomain(resolve, {
        domain,
        imapHosts: routes.flatMap(({ imap }) => imap.map(({ host }) => host)),
        mail_host,
      }),
    )
    if (mail_host && !domains.has(mail_host)) findings.push(checkMailHost(resolve, mail_host))
    const done = await Promise.all(findings.map(withLookupFailure))
    return done.length > 0 ? done : [ok('', 'There is no inbox yet')]
  },
}

type Target = { domain: string; imapHosts: readonly string[]; mail_host: string | null }

async function checkDomain(resolve: ResolveDns, { domain, imapHosts, mail_host }: Target): Promise<Finding> {
  if (serversOfSharedDomain(domain)) return ok(domain, 'The provider of this domain looks after its records')
  const exchangers = await listMailExchangers(resolve, domain)
  const [preferred] = exchangers
  if (preferred === undefined) return checkWithoutExchanger(resolve, domain, mail_host)
  if (preferred === '')
    return error(
      domain,
      'The MX record says that this domain receives no email',
      'Replace it by the MX records of your email provider',
    )
  const unknown = await findUnknownHost(resolve, exchangers)
  if (unknown)
    return error(
      domain,
      `The MX record names ${unknown}, which has no address`,
      `Correct the MX record, or add an A record for ${unknown}`,
    )
  const mismatch = findMismatch(domain, preferred, imapHosts)
  if (mismatch) return mismatch
  if (imapHosts.length === 0 && mail_host && !(await leadsTo(resolve, preferred, mail_host)))
    return warning(
      domain,
      `Email goes to ${preferred}, and no mailbox there is set up`,
      `Have ${preferred} forward to the inbox’s receiving address, set up its mailbox, or set the MX record to ${mail_host}`,
    )
  return ok(domain, `Email goes to ${preferred}`)
}

async function checkWithoutExchanger(
  resolve: ResolveDns,
  domain: string,
  mail_host: string | null,
): Promise<Finding> {
  const addresses = await listAddresses(resolve, domain)
  // Without an MX record, email goes to the address of the domain.
  if (mail_host && addresses.length > 0 && (await leadsTo(resolve, domain, mail_host)))
    return ok(domain, `Email goes to ${addresses.join(', ')}`)
  return addresses.length > 0
    ? warning(
        domain,
        'There is no MX record, so email is delivered to the address of the website',
        'Add the MX records of your email provider',
      )
    : error(
        domain,
        'There is no MX record, so no email arrives',
        'Add the MX records of your email provider, or correct the address of the inbox',
      )
}

/** A mailbox at one provider while email goes to another: nothing new arrives in it. */
function findMismatch(domain: string, exchanger: string, imapHosts: readonly string[]): Finding | null {
  const receiver = findProviderOfExchanger(exchanger)
  const mailbox = imapHosts.map(findProvider).find((provider) => provider !== null)
  if (!receiver || !mailbox || receiver.name === mailbox.name) return null
  return error(
    domain,
    `Email goes to ${receiver.name} (${exchanger}), but the mailbox is at ${mailbox.name}`,
    `Set the MX records to those of ${mailbox.name}, or set up the mailbox at ${receiver.name}. If ${receiver.name} forwards to it, ignore this`,
  )
}

/** The domain of the receiving addresses: its email must arrive at our own receiver. */
async function checkMailHost(resolve: ResolveDns, mail_host: string): Promise<Finding> {
  const [preferred = mail_host] = await listMailExchangers(resolve, mail_host)
  const addresses = await listAddresses(resolve, preferred)
  if (addresses.length === 0)
    return error(
      mail_host,
      `${preferred} has no address, so forwarded email can’t arrive`,
      `Add an A record for ${preferred} with the address of this server`,
    )
  if (await leadsTo(resolve, preferred, mail_host))
    return ok(mail_host, `Forwarded email goes to ${addresses.join(', ')}`)
  return error(
    mail_host,
    `Email to the receiving addresses goes to ${preferred}, which is another server than ${mail_host}`,
    `Set the MX record of ${mail_host} to ${mail_host}, or remove it`,
  )
}

async function leadsTo(resolve: ResolveDns, exchanger: string, mail_host: string): Promise<boolean> {
  if (exchanger === mail_host) return true
  const [own, other] = await Promise.all([
    listAddresses(resolve, mail_host),
    listAddresses(resolve, exchanger),
  ])
  return own.some((address) => other.includes(address))
}

async function findUnknownHost(resolve: ResolveDns, hosts: readonly string[]): Promise<string | undefined> {
  const addresses = await Promise.all(hosts.map((host) => listAddresses(resolve, host)))
  return hosts.find((_, index) => addresses[index]?.length === 0)
}

async function withLookupFailure(finding: Promise<Finding>): Promise<Finding> {
  return finding.catch((cause: Error) =>
    warning('', cause.message, 'Check the DNS servers of this machine and of the domain, then check again'),
  )
}
