import { createTemplate, TemplateWrite } from '@parley/contract/templates'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newTemplate, TEMPLATES } from './template-fields.ts'
import { TemplateSections } from './template-sections.tsx'

export function NewTemplatePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: TemplateWrite,
    values: newTemplate,
    place: 'templates/new',
    refresh: keys.templates,
    said: t('templates.created'),
    save: (body, attempt) => call(createTemplate, { body, ...attempt }),
    onSaved: () => void navigate({ to: TEMPLATES }),
  })
  return (
    <FormPage
      of={form}
      wide
      title={t('templates.new')}
      lead={t('templates.lead')}
      within={{ to: TEMPLATES, label: t('admin.templates') }}
      create={t('templates.create')}
    >
      <TemplateSections of={form} isNew />
    </FormPage>
  )
}
