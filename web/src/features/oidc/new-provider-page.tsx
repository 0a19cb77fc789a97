import { createOidcProvider, OidcWrite, reserveOidcProvider } from '@parley/contract/auth/oidc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SignInRestrictionNotice } from '../../admin/sign-in-restriction.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { newProvider, OIDC_PATH, providerPath } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'
import { RedirectAddress } from './redirect-address.tsx'

export function NewProviderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  // The redirect URL is needed to register the app at the provider, before it can be added here.
  const reserved = useQuery({
    queryKey: queryKeys.oidcReservation,
    queryFn: () => call(reserveOidcProvider, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useEntityForm({
    schema: OidcWrite,
    values: newProvider,
    draftKey: 'sso/new',
    secretFields: ['client_secret'],
    invalidateKey: queryKeys.oidc,
    successMessage: t('sso.created'),
    save: (body, attempt) =>
      call(createOidcProvider, { body: { ...body, id: reserved.data?.id }, ...attempt }),
    onSaved: ({ id }) => {
      cache.removeQueries({ queryKey: queryKeys.oidcReservation })
      void navigate({ to: providerPath(id) })
    },
    continueAt: ({ id }) => ({ path: providerPath(id), draftKey: `sso/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('sso.new')}
      lead={t('sso.new.lead')}
      parent={{ to: OIDC_PATH, label: t('admin.sso') }}
      createLabel={t('sso.create')}
    >
      <SignInRestrictionNotice />
      <PageSection title={t('sso.redirect_uri')} help={t('sso.redirect_uri.help')}>
        {reserved.error ? (
          <p role="alert" className="text-bad">
            {reserved.error.message}
          </p>
        ) : (
          <RedirectAddress address={reserved.data?.redirect_uri ?? ''} />
        )}
      </PageSection>
      <ProviderSections form={form} />
    </FormPage>
  )
}
