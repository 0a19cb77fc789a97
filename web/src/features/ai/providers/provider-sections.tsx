import { type AiKind, type AiProvider, aiKinds } from '@parley/contract/ai/ai-settings'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import {
  FormField,
  NumberField,
  SwitchField,
  TextField,
  useFieldValue,
} from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Select } from '../../../ui/inputs/select.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { kindDefaults, type ProviderFields } from './provider-fields.ts'
import { ProviderTest } from './provider-test.tsx'

/** The form sections of a provider; `stored` is set for an existing one. */
export function ProviderSections({
  form,
  stored,
}: {
  form: EntityForm<ProviderFields>
  stored?: AiProvider
}) {
  const { t } = useTranslation()
  const kind = useFieldValue(form, 'kind') ?? 'openai_compatible'
  const isRemoved = Boolean(useFieldValue(form, 'remove_api_key'))
  const key = useFieldValue(form, 'api_key') ?? ''
  const isStored = Boolean(stored?.api_key)
  /** Replaces the URL if it is still the default of the previous kind. */
  const applyKindDefaults = (next: AiKind) => {
    const current = form.methods.getValues('base_url')
    if (current === '' || current === kindDefaults[kind].base_url)
      form.methods.setValue('base_url', kindDefaults[next].base_url, { shouldDirty: true })
  }
  return (
    <>
      <PageSection title={t('ai.provider.model_section')} help={t('ai.provider.model_section.help')}>
        <div className="grid gap-4">
          <TextField form={form} name="name" label={t('ai.provider.name')} />
          <FormField form={form} name="kind" label={t('ai.provider.kind')} help={t(`ai.kind.${kind}.help`)}>
            {(field) => (
              <Select
                options={aiKinds.map((value) => ({ value, label: t(`ai.kind.${value}`) }))}
                value={kind}
                onValueChange={(next) => {
                  applyKindDefaults(next)
                  field.onChange(next)
                }}
              />
            )}
          </FormField>
          <TextField
            form={form}
            name="base_url"
            inputMode="url"
            label={t('ai.provider.base_url')}
            help={t('ai.provider.base_url.help')}
            placeholder={kindDefaults[kind].base_url}
          />
          <TextField
            form={form}
            name="model"
            label={t('ai.provider.model')}
            help={t('ai.provider.model.help')}
            placeholder={kindDefaults[kind].model}
          />
          <TextField
            form={form}
            name="api_key"
            type="password"
            autoComplete="new-password"
            disabled={isRemoved}
            placeholder={isStored ? secretMask : undefined}
            label={t('ai.provider.api_key')}
            help={t(isStored ? 'ai.provider.api_key.stored' : 'ai.provider.api_key.help')}
          />
          {isStored && key === '' && (
            <SwitchField
              form={form}
              name="remove_api_key"
              label={t('ai.provider.api_key.remove')}
              help={t('ai.provider.api_key.remove.help')}
            />
          )}
          <SwitchField
            form={form}
            name="enabled"
            label={t('ai.provider.enabled')}
            help={t('ai.provider.enabled.help')}
          />
        </div>
      </PageSection>
      <PageSection title={t('ai.provider.prices')} help={t('ai.provider.prices.help')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} name="input_price" label={t('ai.provider.input_price')} />
          <NumberField form={form} name="output_price" label={t('ai.provider.output_price')} />
        </div>
      </PageSection>
      <PageSection title={t('ai.provider.test')} help={t('ai.provider.test.help')}>
        <ProviderTest form={form} id={stored?.id} />
      </PageSection>
    </>
  )
}
