import { AiPromptWrite, createAiPrompt } from '@parley/contract/ai/ai-settings'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { PROMPTS_PATH, promptPath } from '../ai-paths.ts'
import { PromptSections } from './prompt-sections.tsx'

const empty = { title: '', content: '' }

export function NewPromptPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AiPromptWrite,
    values: empty,
    draftKey: 'ai-prompts/new',
    invalidateKey: queryKeys.aiPrompts,
    successMessage: t('ai.prompt.created'),
    save: (body, attempt) => call(createAiPrompt, { body, ...attempt }),
    onSaved: () => void navigate({ to: PROMPTS_PATH }),
    continueAt: ({ id }) => ({ path: promptPath(id), draftKey: `ai-prompts/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('ai.prompt.new')}
      parent={{ to: PROMPTS_PATH, label: t('ai.prompts') }}
      createLabel={t('ai.prompt.create')}
    >
      <PromptSections form={form} />
    </FormPage>
  )
}
