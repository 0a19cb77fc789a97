import * as contract from '@parley/contract/auth/oidc'
import { listEnabledOidc } from '@parley/contract/settings/settings'
import type { Db } from '../../db/pool.ts'
import { invalid } from '../../http/errors.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import type { NetworkAccess } from '../../http/outbound/fetch-outbound.ts'
import { done, type Routes } from '../../http/route.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import type { Secrets } from '../../secrets.ts'
import { readSettings } from '../settings/settings.ts'
import { describeOidcError, discover } from './discovery.ts'
import { networkAccessOf } from './private-providers.ts'
import {
  listEnabledProviders,
  listProviders,
  presentProvider,
  providerEntity,
  redirectUri,
} from './providers.ts'
import { reserveProviderId } from './reserve-provider-id.ts'
import type { OidcDeps } from './sign-in-pages.ts'
import {
  createProvider,
  deleteProvider,
  diffProvider,
  mergeChanges,
  sealClientSecret,
  updateProvider,
} from './write-provider.ts'

export function oidcRoutes(routes: Routes, deps: OidcDeps): void {
  const { secrets, network } = deps
  const rootUrl = async (db: Db) => (await readSettings(db, deps))['app.root_url']

  const provider = providerEntity.versioned(contract.getOidcProvider, async (tx, id) =>
    presentProvider(await providerEntity.get(tx.db, id), await rootUrl(tx.db)),
  )

  routes.public(listEnabledOidc, async (db) => {
    const root_url = await rootUrl(db)
    return (await listEnabledProviders(db)).map((row) => {
      const {
        client_secret: _masked,
        needs_allowing: _internal,
        ...provider
      } = presentProvider(row, root_url)
      return provider
    })
  })
  routes.read(contract.listOidcProviders, async (db) => {
    const root_url = await rootUrl(db)
    return (await listProviders(db)).map((row) => presentProvider(row, root_url))
  })
  routes.read(contract.getOidcProvider, async (db, { params }) =>
    presentProvider(await providerEntity.get(db, params.id), await rootUrl(db)),
  )
  routes.write(contract.reserveOidcProvider, async (tx) => {
    const id = await reserveProviderId(tx)
    return { id, redirect_uri: redirectUri({ id }, await rootUrl(tx.db)) }
  })
  // The provider is called outside any transaction, for ten seconds at most.
  routes.act(contract.createOidcProvider, async (act, { actor, db, body, request }) => {
    // Before calling the provider: no one else may make this server call an arbitrary address.
    assertSignInAuthority(actor, deps.clock.now())
    const client_secret = sealClientSecret(secrets, body, null)
    await assertProviderReachable(secrets, { ...body, client_secret }, network)
    const root_url = await rootUrl(db)
    return act(actor, (tx) =>
      withIdempotencyKey(tx, contract.createOidcProvider, request, async () =>
        presentProvider(await createProvider(tx, { ...body, client_secret, enabled: true }), root_url),
      ),
    )
  })
  routes.act(
    contract.updateOidcProvider,
    async (act, { actor, db, params, body }) => {
      const before = await providerEntity.get(db, params.id)
      const values = mergeChanges(secrets, before, body)
      const changes = await diffProvider(db, before, values)
      if (Object.keys(changes).length > 0) assertSignInAuthority(actor, deps.clock.now())
      const isSameAddress = before.provider_url === values.provider_url
      // An unreachable provider can still be disabled.
      if (values.enabled)
        await assertProviderReachable(
          secrets,
          values,
          isSameAddress ? networkAccessOf(before, network) : network,
        )
      const row = await act(actor, (tx) => updateProvider(tx, secrets, params.id, body))
      return presentProvider(row, await rootUrl(db))
    },
    provider,
  )
  routes.write(contract.deleteOidcProvider, (tx, { params }) => done(deleteProvider(tx, params.id)), provider)
}

async function assertProviderReachable(
  secrets: Secrets,
  provider: Parameters<typeof discover>[0],
  network: NetworkAccess,
): Promise<void> {
  try {
    await discover({ ...provider, client_secret: secrets.open(provider.client_secret) }, network)
  } catch (error) {
    throw invalid('provider_url', describeOidcError(error))
  }
}
