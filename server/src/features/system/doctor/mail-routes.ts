import type { ImapConfig, SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { Db } from '../../../db/pool.ts'
import { readMailServerSettings } from '../../../system-mail/mail-server.ts'
import { readStoredConfig } from '../../inboxes/inbox-config.ts'

type ServerConfig<C extends ImapConfig | SmtpConfig> = Pick<
  C,
  'host' | 'port' | 'tls_type' | 'tls_skip_verify'
>

/** How the email of an inbox arrives and leaves. */
type MailRoute = {
  address: string
  imap: ServerConfig<ImapConfig>[]
  smtp: ServerConfig<SmtpConfig>[]
}

/** Of enabled inboxes. */
export async function listMailRoutes(db: Db): Promise<MailRoute[]> {
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['address', 'config'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return inboxes.map(({ address, config }) => ({ address, ...readStoredConfig(config) }))
}

/** The server for notifications; null if there is none. */
export async function findNotificationServer(db: Db): Promise<ServerConfig<SmtpConfig> | null> {
  const settings = await readMailServerSettings(db)
  if (!settings['notification.email.enabled'] || !settings['notification.email.host']) return null
  return {
    host: settings['notification.email.host'],
    port: settings['notification.email.port'],
    tls_type: settings['notification.email.tls_type'],
    tls_skip_verify: settings['notification.email.tls_skip_verify'],
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Routes by the domain of their address. */
export function groupByDomain(routes: readonly MailRoute[]): Map<string, MailRoute[]> {
  const domains = new Map<string, MailRoute[]>()
  for (const route of routes) {
    const domain = domainOf(route.address)
    if (domain) domains.set(domain, [...(domains.get(domain) ?? []), route])
  }
  return domains
}
