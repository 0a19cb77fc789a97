import { googleIssuer } from '@parley/contract/auth/oidc'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import { FormField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { PageSection } from '../../ui/layout/page.tsx'
import type { ProviderFields } from './provider-fields.ts'

type Provider = NonNullable<ProviderFields['provider']>

/** The form sections of a provider; `isStored` for an existing one, which has a secret. */
export function ProviderSections({
  form,
  isStored = false,
}: {
  form: EntityForm<ProviderFields>
  isStored?: boolean
}) {
  const { t } = useTranslation()
  const provider = useFieldValue(form, 'provider')
  const isGoogle = provider === 'Google'
  return (
    <>
      <PageSection title={t('sso.identity')} help={t('sso.identity.help')}>
        <div className="grid gap-4 md:grid-cols-2">
          <FormField form={form} name="provider" label={t('sso.provider')}>
            {(field) => (
              <Select<Provider>
                value={field.value === 'Google' ? 'Google' : 'Custom'}
                onValueChange={(next) => applyPreset(form, next)}
                options={[
                  { value: 'Custom', label: t('sso.provider.custom') },
                  { value: 'Google', label: t('sso.provider.google') },
                ]}
              />
            )}
          </FormField>
          <TextField form={form} name="name" label={t('sso.name')} help={t('sso.name.help')} />
        </div>
        <div className="mt-4">
          <TextField
            form={form}
            name="provider_url"
            inputMode="url"
            label={t('sso.provider_url')}
            help={t(isGoogle ? 'sso.provider_url.google' : 'sso.provider_url.help')}
            placeholder="https://login.example.com"
            disabled={isGoogle}
          />
        </div>
      </PageSection>
      <PageSection title={t('sso.client')} help={t('sso.client.help')}>
        <div className="grid gap-4">
          <TextField form={form} name="client_id" label={t('sso.client_id')} />
          <TextField
            form={form}
            name="client_secret"
            type="password"
            autoComplete="new-password"
            placeholder={isStored ? secretMask : undefined}
            label={t('sso.client_secret')}
            help={t(isStored ? 'sso.client_secret.stored' : 'sso.client_secret.help')}
          />
        </div>
      </PageSection>
    </>
  )
}

/** Google has one issuer for everyone. Its name is what people look for on the button. */
function applyPreset({ methods }: EntityForm<ProviderFields>, provider: Provider) {
  const touch = { shouldDirty: true, shouldTouch: true }
  const { name, provider_url } = methods.getValues()
  methods.setValue('provider', provider, touch)
  if (provider === 'Google') {
    methods.setValue('provider_url', googleIssuer, { ...touch, shouldValidate: true })
    if (!name) methods.setValue('name', 'Google', touch)
  } else if (provider_url === googleIssuer) methods.setValue('provider_url', '', touch)
}
