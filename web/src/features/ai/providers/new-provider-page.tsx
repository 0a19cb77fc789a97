import { AiProviderWrite, createAiProvider } from '@parley/contract/ai/ai-settings'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { AI_PATH, providerPath } from '../ai-paths.ts'
import { newProvider } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

export function NewProviderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AiProviderWrite,
    values: newProvider,
    draftKey: 'ai-providers/new',
    secretFields: ['api_key'],
    invalidateKey: queryKeys.aiProviders,
    successMessage: t('ai.provider.created'),
    save: (body, attempt) => call(createAiProvider, { body, ...attempt }),
    onSaved: () => void navigate({ to: AI_PATH }),
    continueAt: ({ id }) => ({ path: providerPath(id), draftKey: `ai-providers/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('ai.provider.new')}
      lead={t('ai.provider.new.lead')}
      parent={{ to: AI_PATH, label: t('admin.ai') }}
      createLabel={t('ai.provider.create')}
    >
      <ProviderSections form={form} />
    </FormPage>
  )
}
