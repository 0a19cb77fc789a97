import { getDomain } from 'tldts'

/**
 * Large providers whose mailboxes, MX hosts and outgoing servers have different names. `mx` and `servers` are suffixes of host names;
 * `spf` is what their customers include. With `has_own_return_path`, SPF is about the provider's own domain unless a customer sets up
 * another one.
 */
type Provider = {
  name: string
  servers: readonly string[]
  mx: readonly string[]
  spf: string
  has_own_return_path?: boolean
}

const providers: readonly Provider[] = [
  {
    name: 'Google',
    servers: ['gmail.com', 'googlemail.com', 'google.com'],
    mx: ['google.com', 'googlemail.com'],
    spf: '_spf.google.com',
  },
  {
    name: 'Microsoft',
    servers: ['outlook.com', 'office365.com', 'office.com'],
    mx: ['outlook.com', 'mx.microsoft'],
    spf: 'spf.protection.outlook.com',
  },
  {
    name: 'Fastmail',
    servers: ['fastmail.com'],
    mx: ['messagingengine.com'],
    spf: 'spf.messagingengine.com',
  },
  { name: 'Zoho', servers: ['zoho.com'], mx: ['zoho.com'], spf: 'zohomail.com' },
  { name: 'Zoho', servers: ['zoho.eu'], mx: ['zoho.eu'], spf: 'zohomail.eu' },
  { name: 'iCloud', servers: ['me.com', 'icloud.com'], mx: ['icloud.com'], spf: 'icloud.com' },
  ...[
    { name: 'Amazon SES', servers: ['amazonaws.com'], mx: ['amazonaws.com'], spf: 'amazonses.com' },
    { name: 'SendGrid', servers: ['sendgrid.net'], mx: ['sendgrid.net'], spf: 'sendgrid.net' },
    { name: 'Mailgun', servers: ['mailgun.org'], mx: ['mailgun.org'], spf: 'mailgun.org' },
    { name: 'Postmark', servers: ['postmarkapp.com'], mx: ['postmarkapp.com'], spf: 'spf.mtasv.net' },
  ].map((provider) => ({ ...provider, has_own_return_path: true })),
]

/**
 * Domains in which providers give addresses to everyone: their records can't be changed by who uses them, and permit only the provider's
 * own servers, of which these are the suffixes.
 */
const sharedDomains: readonly { domains: readonly string[]; servers: readonly string[] }[] = [
  { domains: ['gmail.com', 'googlemail.com'], servers: ['gmail.com', 'googlemail.com', 'google.com'] },
  {
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    servers: ['outlook.com', 'office365.com', 'hotmail.com', 'live.com'],
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'], servers: ['me.com', 'icloud.com'] },
  { domains: ['yahoo.com', 'aol.com'], servers: ['yahoo.com', 'aol.com'] },
  { domains: ['zohomail.com', 'zohomail.eu'], servers: ['zoho.com', 'zoho.eu'] },
  { domains: ['fastmail.com', 'fastmail.fm'], servers: ['fastmail.com', 'messagingengine.com'] },
  {
    domains: ['gmx.com', 'gmx.de', 'gmx.net', 'web.de'],
    servers: ['gmx.com', 'gmx.de', 'gmx.net', 'web.de'],
  },
  { domains: ['proton.me', 'protonmail.com'], servers: ['proton.me', 'protonmail.com', 'protonmail.ch'] },
]

/** The servers of the provider that gives addresses in a domain to everyone; null for other domains. */
export const serversOfSharedDomain = (domain: string): readonly string[] | null =>
  sharedDomains.find(({ domains }) => domains.includes(domain))?.servers ?? null

export const isWithin = (host: string, suffixes: readonly string[]) =>
  suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))

/** The provider of a mail server that clients use. */
export const findProvider = (host: string): Provider | null =>
  providers.find(({ servers }) => isWithin(host.toLowerCase(), servers)) ?? null

/** The provider of an MX host. */
export const findProviderOfExchanger = (host: string): Provider | null =>
  providers.find(({ mx }) => isWithin(host.toLowerCase(), mx)) ?? null

/** The domain under which an organisation registered a host. */
export const registeredDomain = (host: string): string => getDomain(host) ?? host.toLowerCase()
