import { AiPromptWrite, createAiPrompt } from '@parley/contract/ai'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PROMPTS } from './places.ts'
import { PromptSections } from './prompt-sections.tsx'

const empty = { title: '', content: '' }

export function NewPromptPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: AiPromptWrite,
    values: empty,
    place: 'ai-prompts/new',
    refresh: keys.aiPrompts,
    said: t('ai.prompt.created'),
    save: (body, attempt) => call(createAiPrompt, { body, ...attempt }),
    onSaved: () => void navigate({ to: PROMPTS }),
  })
  return (
    <FormPage
      of={form}
      title={t('ai.prompt.new')}
      within={{ to: PROMPTS, label: t('ai.prompts') }}
      create={t('ai.prompt.create')}
    >
      <PromptSections of={form} />
    </FormPage>
  )
}
