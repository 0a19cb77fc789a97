import type { OidcProvider, OidcUpdate } from '@parley/contract/auth/oidc'
import type { z } from 'zod'

export type ProviderFields = z.input<typeof OidcUpdate>

export const OIDC_PATH = '/admin/sso'
export const providerPath = (id: number) => `${OIDC_PATH}/${id}/edit`

export const newProvider: ProviderFields = {
  name: '',
  provider: 'Custom',
  provider_url: '',
  client_id: '',
  client_secret: '',
  enabled: true,
}

/** Form values of an existing provider. The secret is never shown; leaving it empty keeps it. */
export const fieldsOf = (provider: OidcProvider): ProviderFields => ({
  name: provider.name,
  provider: provider.provider,
  provider_url: provider.provider_url,
  client_id: provider.client_id,
  client_secret: '',
  enabled: provider.enabled,
})
