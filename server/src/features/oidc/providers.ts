import type { OidcProvider } from '@parley/contract/auth/oidc'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'

export type ProviderRow = Selectable<DB['oidc_providers']>

export const providerEntity = new Entity({
  table: 'oidc_providers',
  type: 'oidc_provider',
  name: 'Sign-in provider',
  fields: ({ name, provider, provider_url, client_id, enabled }) => ({
    name,
    provider,
    provider_url,
    client_id,
    enabled,
  }),
})

/** Most recently changed first. */
export const listProviders = (db: Db): Promise<ProviderRow[]> =>
  db.selectFrom('oidc_providers').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

/** The providers on the sign-in page, in the order they were added. */
export const listEnabledProviders = (db: Db): Promise<ProviderRow[]> =>
  db.selectFrom('oidc_providers').selectAll().where('enabled', '=', true).orderBy('id').execute()

/** As administrators see it: a mask of ten bullets, whether or not a secret is stored. */
export const presentProvider = (row: ProviderRow, root_url: string): OidcProvider => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  provider_url: row.provider_url,
  client_id: row.client_id,
  enabled: row.enabled,
  provider: row.provider === 'Google' ? 'Google' : 'Custom',
  client_secret: secretMask,
  redirect_uri: redirectUri(row, root_url),
  logo_url: row.provider === 'Google' ? '/images/google-logo.png' : '',
  needs_allowing: row.private_allowed === true,
})

export const redirectUri = ({ id }: { id: number }, root_url: string): string =>
  `${root_url}/api/v1/oidc/${id}/finish`
