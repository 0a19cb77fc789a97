import { isIP } from 'node:net'
import type { GeneralSettings } from '@parley/contract/settings/settings'
import { conflict } from '../http/errors.ts'

/** The WebAuthn relying party: browsers bind passkeys to a host name and release them only to pages of `origin`. */
export type RelyingParty = { id: string; origin: string; name: string }

/**
 * The relying party for the workspace's URL, or null if browsers do not support passkeys there: it needs a host name rather than an
 * IP address, and https (WebAuthn section 5.1.2). `localhost` is exempt from https.
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
