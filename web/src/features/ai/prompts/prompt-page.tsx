import {
  type AiPromptDetail,
  AiPromptWrite,
  getAiPrompt,
  resetAiPrompt,
  updateAiPrompt,
} from '@parley/contract/ai/ai-settings'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { entityQuery } from '../../../admin/entity-queries.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { PROMPTS_PATH } from '../ai-paths.ts'
import { PromptSections } from './prompt-sections.tsx'

export function PromptPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/ai/prompts/$id/edit' })
  const query = useQuery(entityQuery('ai-prompts', getAiPrompt, id))
  return (
    <EntityPage query={query} parent={{ to: PROMPTS_PATH, label: t('ai.prompts') }}>
      {(prompt) => <PromptForm key={prompt.id} prompt={prompt} />}
    </EntityPage>
  )
}

const fieldsOf = ({ title, content }: AiPromptDetail) => ({ title, content })

function PromptForm({ prompt }: { prompt: AiPromptDetail }) {
  const { t } = useTranslation()
  const params = { id: String(prompt.id) }
  const form = useEntityForm({
    schema: AiPromptWrite,
    values: fieldsOf(prompt),
    fetchCurrent: () => call(getAiPrompt, { params }),
    fieldsOf,
    draftKey: `ai-prompts/${prompt.id}`,
    invalidateKey: queryKeys.aiPrompts,
    successMessage: t('ai.prompt.saved'),
    save: (body, attempt) => call(updateAiPrompt, { params, body, ...attempt }),
  })
  const reset = useApiMutation(() => call(resetAiPrompt, { params }), {
    invalidateKey: queryKeys.aiPrompts,
    successMessage: t('ai.prompt.was_reset'),
    onSuccess: form.discard,
  })
  return (
    <FormPage
      form={form}
      title={prompt.title}
      parent={{ to: PROMPTS_PATH, label: t('ai.prompts') }}
      actions={
        prompt.is_changed && (
          <Button onClick={() => reset.mutate()} loading={reset.isPending}>
            <RotateCcw size={14} aria-hidden />
            {t('ai.prompt.reset')}
          </Button>
        )
      }
    >
      <PromptSections form={form} />
    </FormPage>
  )
}
