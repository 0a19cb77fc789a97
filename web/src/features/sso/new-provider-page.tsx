import { createOidcProvider, OidcWrite } from '@parley/contract/oidc'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { SignInRestriction } from '../../admin/sign-in-restriction.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newProvider, providerPath, SSO } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

export function NewProviderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: OidcWrite,
    values: newProvider,
    place: 'sso/new',
    secret: ['client_secret'],
    refresh: keys.oidc,
    said: t('sso.created'),
    save: (body, attempt) => call(createOidcProvider, { body, ...attempt }),
    // The redirect address is known now, and the provider has to be told.
    onSaved: ({ id }) => void navigate({ to: providerPath(id) }),
  })
  return (
    <FormPage
      of={form}
      title={t('sso.new')}
      lead={t('sso.new.lead')}
      within={{ to: SSO, label: t('admin.sso') }}
      create={t('sso.create')}
    >
      <SignInRestriction />
      <ProviderSections of={form} />
    </FormPage>
  )
}
