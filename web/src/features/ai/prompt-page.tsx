import {
  type AiPromptDetail,
  AiPromptWrite,
  getAiPrompt,
  resetAiPrompt,
  updateAiPrompt,
} from '@parley/contract/ai'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { PROMPTS } from './places.ts'
import { PromptSections } from './prompt-sections.tsx'

export function PromptPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/ai/prompts/$id/edit' })
  const query = useQuery(entityQuery('ai-prompts', getAiPrompt, id))
  return (
    <EntityPage query={query} within={{ to: PROMPTS, label: t('ai.prompts') }}>
      {(prompt) => <PromptForm key={prompt.id} prompt={prompt} />}
    </EntityPage>
  )
}

const fieldsOf = ({ title, content }: AiPromptDetail) => ({ title, content })

function PromptForm({ prompt }: { prompt: AiPromptDetail }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const params = { id: String(prompt.id) }
  const form = useEntityForm({
    schema: AiPromptWrite,
    values: fieldsOf(prompt),
    current: () => call(getAiPrompt, { params }),
    fieldsOf,
    place: `ai-prompts/${prompt.id}`,
    refresh: keys.aiPrompts,
    said: t('ai.prompt.saved'),
    save: (body, attempt) => call(updateAiPrompt, { params, body, ...attempt }),
  })
  const reset = useMutation({
    mutationFn: () => call(resetAiPrompt, { params }),
    onSuccess: async () => {
      form.discard()
      await cache.invalidateQueries({ queryKey: keys.aiPrompts })
      toast.success(t('ai.prompt.was_reset'))
    },
    onError: (error) => showFailure(error),
  })
  return (
    <FormPage
      of={form}
      title={prompt.title}
      within={{ to: PROMPTS, label: t('ai.prompts') }}
      actions={
        prompt.is_changed && (
          <Button onClick={() => reset.mutate()} loading={reset.isPending}>
            <RotateCcw size={14} aria-hidden />
            {t('ai.prompt.reset')}
          </Button>
        )
      }
    >
      <PromptSections of={form} />
    </FormPage>
  )
}
