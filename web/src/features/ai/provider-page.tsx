import { type AiProvider, AiProviderWrite, getAiProvider, updateAiProvider } from '@parley/contract/ai'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { AI } from './places.ts'
import { fieldsOf } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'

export function ProviderPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/ai/providers/$id/edit' })
  const query = useQuery(entityQuery('ai-providers', getAiProvider, id))
  return (
    <EntityPage query={query} within={{ to: AI, label: t('admin.ai') }}>
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
    current: () => call(getAiProvider, { params }),
    fieldsOf,
    place: `ai-providers/${provider.id}`,
    secret: ['api_key'],
    refresh: keys.aiProviders,
    said: t('ai.provider.saved'),
    save: (body, attempt) => call(updateAiProvider, { params, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={provider.name} within={{ to: AI, label: t('admin.ai') }}>
      <ProviderSections of={form} stored={provider} />
    </FormPage>
  )
}
