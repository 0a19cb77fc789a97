import { invalid } from '../../http/errors.ts'
import {
  explainRefusalToAdmin,
  type NetworkAccess,
  OutboundRefusal,
  resolveAllowedAddresses,
} from '../../http/outbound/fetch-outbound.ts'
import type { Secrets } from '../../secrets.ts'

/** Rejects disallowed addresses. Checked again on connecting, because DNS can change. */
export async function assertUrlReachable(address: string, network: NetworkAccess): Promise<void> {
  try {
    await resolveAllowedAddresses(new URL(address), network)
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    throw invalid('url', explainRefusalToAdmin(error, 'PARLEY_WEBHOOK_ALLOW'))
  }
}

/** The encrypted secret to store: "" and the mask keep the stored one (docs/spec/wire.md#webhooks). */
export function sealWebhookSecret(
  secrets: Secrets,
  { secret, remove_secret = false }: { secret: string; remove_secret?: boolean },
  before: { secret: string } | null,
): string {
  // Older clients send back the mask they were shown, and people paste it.
  if (secret !== '' && !secret.includes('•')) return secrets.seal(secret)
  return remove_secret ? '' : (before?.secret ?? '')
}
