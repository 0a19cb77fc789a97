import type { AiPromptWrite } from '@parley/contract/ai/ai-settings'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { LongTextField, TextField } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { PageSection } from '../../../ui/layout/page.tsx'

export type PromptFields = z.input<typeof AiPromptWrite>

export function PromptSections({ form }: { form: EntityForm<PromptFields> }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('ai.prompt')} help={t('ai.prompt.help')}>
      <div className="grid gap-4">
        <TextField form={form} name="title" label={t('ai.prompt.title')} help={t('ai.prompt.title.help')} />
        <LongTextField
          form={form}
          name="content"
          label={t('ai.prompt.content')}
          help={t('ai.prompt.content.help')}
          placeholder={t('ai.prompt.content.example')}
        />
      </div>
    </PageSection>
  )
}
