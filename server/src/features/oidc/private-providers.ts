import type { Db } from '../../db/pool.ts'
import {
  type NetworkAccess,
  OutboundRefusal,
  resolveAllowedAddresses,
} from '../../http/outbound/fetch-outbound.ts'
import type { Log } from '../../log.ts'
import type { ProviderRow } from './providers.ts'

/** Any network except forbidden addresses, which are refused on every connection. */
const unrestricted = (network: NetworkAccess): NetworkAccess => ({ ...network, isAllowed: () => true })

/** The network this provider may be on. One on a private address that predates the allow-list keeps working. */
export const networkAccessOf = (
  { private_allowed }: Pick<ProviderRow, 'private_allowed'>,
  network: NetworkAccess,
): NetworkAccess => (private_allowed === false ? network : unrestricted(network))

/**
 * Reviews providers that were set up before private addresses needed PARLEY_OIDC_ALLOW: those on public or allowed addresses are
 * held to the allow-list from now on; the others are logged as warnings on each start. One whose name cannot be resolved is left for
 * the next start.
 */
export async function reviewPrivateProviders(
  { db, log }: { db: Db; log: Log },
  network: NetworkAccess,
): Promise<void> {
  const rows = await db
    .selectFrom('oidc_providers')
    .select(['id', 'name', 'provider_url', 'private_allowed'])
    .where((eb) => eb.or([eb('private_allowed', 'is', null), eb('private_allowed', '=', true)]))
    .execute()
  for (const row of rows) {
    const private_allowed = await isOutsideAllowList(row.provider_url, network)
    if (private_allowed === null) continue
    if (private_allowed !== row.private_allowed)
      await db
        .updateTable('oidc_providers')
        .set({ private_allowed })
        .where('id', '=', row.id)
        .where('provider_url', '=', row.provider_url)
        .execute()
    if (private_allowed)
      log.warn(
        { provider: row.name, url: row.provider_url },
        'a sign-in provider is on a private address; add it to PARLEY_OIDC_ALLOW',
      )
  }
}

/** Whether the address only works because it predates the allow-list; null if its name cannot be resolved now. */
async function isOutsideAllowList(provider_url: string, network: NetworkAccess): Promise<boolean | null> {
  const url = new URL(provider_url)
  const resolves = (access: NetworkAccess) =>
    resolveAllowedAddresses(url, access).then(
      () => true,
      (error) => {
        if (error instanceof OutboundRefusal) return false
        throw error
      },
    )
  if (await resolves(network)) return false
  return (await resolves(unrestricted(network))) || null
}
