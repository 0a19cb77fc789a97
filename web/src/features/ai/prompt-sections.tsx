import type { AiPromptWrite } from '@parley/contract/ai'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { LongTextField, TextField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'

export type PromptFields = z.input<typeof AiPromptWrite>

export function PromptSections({ of }: { of: EntityForm<PromptFields> }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('ai.prompt')} help={t('ai.prompt.help')}>
      <div className="grid gap-4">
        <TextField of={of} name="title" label={t('ai.prompt.title')} help={t('ai.prompt.title.help')} />
        <LongTextField
          of={of}
          name="content"
          label={t('ai.prompt.content')}
          help={t('ai.prompt.content.help')}
          placeholder={t('ai.prompt.content.example')}
        />
      </div>
    </PageSection>
  )
}
