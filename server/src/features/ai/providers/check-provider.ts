import { invalid } from '../../../http/errors.ts'
import { isPublicAddress } from '../../../http/outbound/allowed-addresses.ts'
import {
  explainRefusalToAdmin,
  type NetworkAccess,
  OutboundRefusal,
  resolveAllowedAddresses,
} from '../../../http/outbound/fetch-outbound.ts'
import type { Secrets } from '../../../secrets.ts'

/**
 * Rejects disallowed addresses, and plain http over the internet, which would expose keys and mail. Checked again on connecting,
 * because DNS can change.
 */
export async function assertUrlReachable(base_url: string, network: NetworkAccess): Promise<void> {
  const url = new URL(base_url)
  let addresses: string[]
  try {
    addresses = await resolveAllowedAddresses(url, network)
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    throw invalid('base_url', explainRefusalToAdmin(error, 'PARLEY_AI_ALLOW'))
  }
  if (url.protocol === 'http:' && addresses.some(isPublicAddress))
    throw invalid(
      'base_url',
      'Use an https:// URL. Over plain http, the key and the emails could be intercepted',
    )
}

/**
 * The encrypted key to store. "" and the mask keep the stored key, but only for the same server: an editor must not be able to
 * redirect it to their own server.
 */
export function sealApiKey(
  secrets: Secrets,
  input: { api_key: string; base_url: string; remove_api_key?: boolean },
  before: { api_key: string; base_url: string } | null,
): string {
  if (input.api_key !== '' && !input.api_key.includes('•')) return secrets.seal(input.api_key)
  if (input.remove_api_key || !before?.api_key) return ''
  if (new URL(before.base_url).origin !== new URL(input.base_url).origin)
    throw invalid(
      'api_key',
      `Enter the key again. The stored one belongs to ${new URL(before.base_url).origin}`,
    )
  return before.api_key
}
