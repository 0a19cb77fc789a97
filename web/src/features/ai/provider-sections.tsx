import { type AiKind, type AiProvider, aiKinds } from '@parley/contract/ai'
import { secretMask } from '@parley/contract/inboxes'
import { useTranslation } from 'react-i18next'
import { FormField, NumberField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { type ProviderFields, usual } from './provider-fields.ts'
import { ProviderTest } from './provider-test.tsx'

/** The fields of a provider; `stored` when it exists already. */
export function ProviderSections({ of, stored }: { of: EntityForm<ProviderFields>; stored?: AiProvider }) {
  const { t } = useTranslation()
  const kind = useValue(of, 'kind') ?? 'openai_compatible'
  const isRemoved = Boolean(useValue(of, 'remove_api_key'))
  const key = useValue(of, 'api_key') ?? ''
  const isStored = Boolean(stored?.api_key)
  /** The address goes along while it is still the usual one of the other kind. */
  const choose = (next: AiKind) => {
    const now = of.form.getValues('base_url')
    if (now === '' || now === usual[kind].base_url)
      of.form.setValue('base_url', usual[next].base_url, { shouldDirty: true })
  }
  return (
    <>
      <PageSection title={t('ai.provider.model_section')} help={t('ai.provider.model_section.help')}>
        <div className="grid gap-4">
          <TextField of={of} name="name" label={t('ai.provider.name')} />
          <FormField of={of} name="kind" label={t('ai.provider.kind')} help={t(`ai.kind.${kind}.help`)}>
            {(field) => (
              <Select
                options={aiKinds.map((value) => ({ value, label: t(`ai.kind.${value}`) }))}
                value={kind}
                onValueChange={(next) => {
                  choose(next)
                  field.onChange(next)
                }}
              />
            )}
          </FormField>
          <TextField
            of={of}
            name="base_url"
            inputMode="url"
            label={t('ai.provider.base_url')}
            help={t('ai.provider.base_url.help')}
            placeholder={usual[kind].base_url}
          />
          <TextField
            of={of}
            name="model"
            label={t('ai.provider.model')}
            help={t('ai.provider.model.help')}
            placeholder={usual[kind].model}
          />
          <TextField
            of={of}
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
              of={of}
              name="remove_api_key"
              label={t('ai.provider.api_key.remove')}
              help={t('ai.provider.api_key.remove.help')}
            />
          )}
          <SwitchField
            of={of}
            name="enabled"
            label={t('ai.provider.enabled')}
            help={t('ai.provider.enabled.help')}
          />
        </div>
      </PageSection>
      <PageSection title={t('ai.provider.prices')} help={t('ai.provider.prices.help')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField of={of} name="input_price" label={t('ai.provider.input_price')} />
          <NumberField of={of} name="output_price" label={t('ai.provider.output_price')} />
        </div>
      </PageSection>
      <PageSection title={t('ai.provider.test')} help={t('ai.provider.test.help')}>
        <ProviderTest of={of} id={stored?.id} />
      </PageSection>
    </>
  )
}
