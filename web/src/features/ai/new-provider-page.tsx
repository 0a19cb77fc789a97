import { AiProviderWrite, createAiProvider } from '@parley/contract/ai'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { AI } from './places.ts'
import { newProvider } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

export function NewProviderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AiProviderWrite,
    values: newProvider,
    place: 'ai-providers/new',
    secret: ['api_key'],
    refresh: keys.aiProviders,
    said: t('ai.provider.created'),
    save: (body, attempt) => call(createAiProvider, { body, ...attempt }),
    onSaved: () => void navigate({ to: AI }),
  })
  return (
    <FormPage
      of={form}
      title={t('ai.provider.new')}
      lead={t('ai.provider.new.lead')}
      within={{ to: AI, label: t('admin.ai') }}
      create={t('ai.provider.create')}
    >
      <ProviderSections of={form} />
    </FormPage>
  )
}
