import { invalid } from '../../http/errors.ts'
import { checkedAddresses, explainRefusal, OutboundRefusal, type Reach } from '../../http/outbound.ts'
import type { Secrets } from '../../secrets.ts'

/** Refuses an address at which nothing may be reached. Connecting checks again, for what a name stands for can change. */
export async function mustBeReachable(address: string, reach: Reach): Promise<void> {
  try {
    await checkedAddresses(new URL(address), reach)
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    throw invalid('url', explainRefusal(error, 'PARLEY_WEBHOOK_ALLOW'))
  }
}

/** The sealed secret for what a client wrote: "" and the mask keep the stored one (api-contract 4.21). */
export function secretToStore(
  secrets: Secrets,
  { secret, remove_secret = false }: { secret: string; remove_secret?: boolean },
  before: { secret: string } | null,
): string {
  // Old clients send back what they were shown, and so does whoever pastes it.
  if (secret !== '' && !secret.includes('•')) return secrets.seal(secret)
  return remove_secret ? '' : (before?.secret ?? '')
}
