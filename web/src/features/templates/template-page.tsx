import {
  affectsSignIn,
  getTemplate,
  type Template,
  updateTemplate,
} from '@parley/contract/templates/templates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { SignInRestrictionNotice } from '../../admin/sign-in-restriction.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import {
  fieldsOf,
  rethrowWithFormPaths,
  TEMPLATES_PATH,
  templateSchema,
  toRequestBody,
} from './template-fields.ts'
import { TemplateSections } from './template-sections.tsx'

export function TemplatePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/templates/$id/edit' })
  const query = useQuery(entityQuery('templates', getTemplate, id))
  return (
    <EntityPage query={query} parent={{ to: TEMPLATES_PATH, label: t('admin.templates') }}>
      {(template) => <TemplateForm key={template.id} template={template} />}
    </EntityPage>
  )
}

function TemplateForm({ template }: { template: Template }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: templateSchema,
    values: fieldsOf(template),
    fetchCurrent: () => call(getTemplate, { params: { id: String(template.id) } }),
    fieldsOf,
    draftKey: `templates/${template.id}`,
    invalidateKey: queryKeys.templates,
    successMessage: t('templates.saved'),
    save: (fields, attempt) =>
      call(updateTemplate, {
        params: { id: String(template.id) },
        body: toRequestBody(fields),
        ...attempt,
      }).catch(rethrowWithFormPaths),
  })
  return (
    <FormPage
      form={form}
      wide
      title={template.name}
      lead={template.is_builtin ? t('templates.lead_notification') : undefined}
      parent={{ to: TEMPLATES_PATH, label: t('admin.templates') }}
    >
      {affectsSignIn(template) && <SignInRestrictionNotice />}
      <TemplateSections form={form} />
    </FormPage>
  )
}
