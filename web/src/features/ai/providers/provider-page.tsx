import {
  type AiProvider,
  AiProviderWrite,
  getAiProvider,
  updateAiProvider,
} from '@parley/contract/ai/ai-settings'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { entityQuery } from '../../../admin/entity-queries.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { AI_PATH } from '../ai-paths.ts'
import { fieldsOf } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

export function ProviderPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/ai/providers/$id/edit' })
  const query = useQuery(entityQuery('ai-providers', getAiProvider, id))
  return (
    <EntityPage query={query} parent={{ to: AI_PATH, label: t('admin.ai') }}>
      {(provider) => <ProviderForm key={provider.id} provider={provider} />}
    </EntityPage>
  )
}

function ProviderForm({ provider }: { provider: AiProvider }) {
  const { t } = useTranslation()
  const params = { id: String(provider.id) }
  const form = useEntityForm({
    schema: AiProviderWrite,
    values: fieldsOf(provider),
    fetchCurrent: () => call(getAiProvider, { params }),
    fieldsOf,
    draftKey: `ai-providers/${provider.id}`,
    secretFields: ['api_key'],
    invalidateKey: queryKeys.aiProviders,
    successMessage: t('ai.provider.saved'),
    save: (body, attempt) => call(updateAiProvider, { params, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={provider.name} parent={{ to: AI_PATH, label: t('admin.ai') }}>
      <ProviderSections form={form} stored={provider} />
    </FormPage>
  )
}
