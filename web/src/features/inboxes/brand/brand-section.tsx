import { listInboxTemplates, uploadInboxLogo } from '@parley/contract/inboxes/inbox-brand'
import { defaultBrandColor } from '@parley/contract/templates/template-colors'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { FormField, LongTextField, SelectField, TextField } from '../../../forms/fields/fields.tsx'
import { PictureField } from '../../../forms/fields/picture-field.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { WorkspaceLogo } from '../../../session/logo.tsx'
import { configQuery } from '../../../session/queries.ts'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { ColorInput } from '../../../ui/inputs/color-input.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { DEFAULT_TEMPLATE, type InboxFields } from '../inbox-fields.ts'

const BrandPreview = lazyPart(() => import('./brand-preview.tsx'), 'BrandPreview')

/** How emails of the inbox look, with a preview of what is not saved yet. */
export function BrandSection({ form }: { form: EntityForm<InboxFields> }) {
  const { t } = useTranslation()
  const site_name = useQuery(configQuery).data?.['app.site_name']
  const upload = (file: File) => {
    const body = new FormData()
    body.append('files', file)
    return call(uploadInboxLogo, { body })
  }
  return (
    <>
      <PageSection title={t('brand.title')} help={t('brand.help')}>
        <div className="space-y-4">
          <TemplateField form={form} />
          <div className="grid gap-4 md:grid-cols-2">
            <TextField form={form} name="brand_name" label={t('brand.name')} placeholder={site_name} />
            <FormField form={form} name="brand_color" label={t('brand.color')}>
              {(field) => (
                <ColorInput
                  name={field.name}
                  value={String(field.value ?? '')}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  placeholder={defaultBrandColor}
                  pickerLabel={t('brand.color.pick')}
                />
              )}
            </FormField>
          </div>
          <PictureField
            form={form}
            name="brand_logo_url"
            label={t('brand.logo')}
            help={t('brand.logo.help')}
            upload={upload}
            fallback={<WorkspaceLogo />}
            noneText={t('brand.logo.none')}
            isWide
          />
          <LongTextField
            form={form}
            name="signature"
            label={t('inboxes.signature')}
            help={t('inboxes.signature.help', { example: '{{ agent.full_name }}, {{ brand.name }}' })}
          />
          <LongTextField
            form={form}
            name="brand_footer"
            label={t('brand.footer')}
            help={t('brand.footer.help', { example: '{{ brand.footer }}' })}
          />
        </div>
      </PageSection>
      <div className="pb-6">
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <BrandPreview form={form} />
        </Suspense>
      </div>
    </>
  )
}

function TemplateField({ form }: { form: EntityForm<InboxFields> }) {
  const { t } = useTranslation()
  const templates = useQuery({
    queryKey: [...queryKeys.templates, 'of-inboxes'],
    queryFn: ({ signal }) => call(listInboxTemplates, { signal }),
  }).data
  const standard = templates?.find(({ is_default }) => is_default)?.name
  return (
    <SelectField
      form={form}
      name="template_id"
      label={t('brand.template')}
      help={t('brand.template.help')}
      options={[
        {
          value: DEFAULT_TEMPLATE,
          label: standard
            ? t('brand.template.default', { name: standard })
            : t('brand.template.default_unnamed'),
        },
        ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
