import { isIP } from 'node:net'
import type { GeneralSettings } from '@parley/contract/settings/settings'
import { conflict } from '../../../http/errors.ts'

/** Whose passkeys they are: browsers tie each to a host name, and give it to pages of `origin` alone. */
export type RelyingParty = { id: string; origin: string; name: string }

/**
 * The workspace as browsers know it, by the address that people open, or null when they keep no passkeys for such an address: it must be a
 * name, not a number, and reached by https (WebAuthn section 5.1.2); on the own machine `localhost` will do.
 */
export function findRelyingParty(settings: GeneralSettings): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(settings['app.root_url'])
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!isSecure || isIP(hostname.replace(/^\[|\]$/g, ''))) return null
  return { id: hostname, origin, name: settings['app.site_name'] }
}

export function getRelyingParty(settings: GeneralSettings): RelyingParty {
  const party = findRelyingParty(settings)
  if (!party)
    throw conflict(
      'Passkeys require an https:// address with a domain name. Ask an administrator to set one in the general settings',
    )
  return party
}
