import { createTemplate } from '@parley/contract/templates/templates'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import {
  createTemplateFields,
  rethrowWithFormPaths,
  TEMPLATES_PATH,
  templatePath,
  templateSchema,
  toRequestBody,
} from './template-fields.ts'
import { TemplateSections } from './template-sections.tsx'

export function NewTemplatePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [initialFields] = useState(createTemplateFields)
  const form = useEntityForm({
    schema: templateSchema,
    values: initialFields,
    draftKey: 'templates/new',
    invalidateKey: queryKeys.templates,
    successMessage: t('templates.created'),
    save: (fields, attempt) =>
      call(createTemplate, { body: toRequestBody(fields), ...attempt }).catch(rethrowWithFormPaths),
    onSaved: () => void navigate({ to: TEMPLATES_PATH }),
    continueAt: ({ id }) => ({ path: templatePath(id), draftKey: `templates/${id}` }),
  })
  return (
    <FormPage
      form={form}
      wide
      title={t('templates.new')}
      lead={t('templates.lead')}
      parent={{ to: TEMPLATES_PATH, label: t('admin.templates') }}
      createLabel={t('templates.create')}
    >
      <TemplateSections form={form} isNew />
    </FormPage>
  )
}
