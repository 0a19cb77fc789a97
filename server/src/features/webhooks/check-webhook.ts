import { invalid } from '../../http/errors.ts'
import {
  explainRefusalToAdmin,
  type NetworkAccess,
  OutboundRefusal,
  resolveAllowedAddresses,
} from '../../http/outbound/fetch-outbound.ts'
import type { Secrets } from '../../secrets.ts'

/** Refuses an address at which nothing may be reached. Connecting checks again, for what a name stands for can change. */
export async function assertUrlReachable(address: string, network: NetworkAccess): Promise<void> {
  try {
    await resolveAllowedAddresses(new URL(address), network)
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    throw invalid('url', explainRefusalToAdmin(error, 'PARLEY_WEBHOOK_ALLOW'))
  }
}

/** The sealed secret for what a client wrote: "" and the mask keep the stored one (api-contract 4.21). */
export function sealWebhookSecret(
  secrets: Secrets,
  { secret, remove_secret = false }: { secret: string; remove_secret?: boolean },
  before: { secret: string } | null,
): string {
  // Old clients send back what they were shown, and so does whoever pastes it.
  if (secret !== '' && !secret.includes('•')) return secrets.seal(secret)
  return remove_secret ? '' : (before?.secret ?? '')
}
