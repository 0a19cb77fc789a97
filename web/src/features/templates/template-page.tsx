import {
  affectsSignIn,
  getTemplate,
  type Template,
  TemplateWrite,
  updateTemplate,
} from '@parley/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { SignInRestriction } from '../../admin/sign-in-restriction.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fieldsOf, TEMPLATES } from './template-fields.ts'
import { TemplateSections } from './template-sections.tsx'

export function TemplatePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/templates/$id/edit' })
  const query = useQuery(entityQuery('templates', getTemplate, id))
  return (
    <EntityPage query={query} within={{ to: TEMPLATES, label: t('admin.templates') }}>
      {(template) => <TemplateForm key={template.id} template={template} />}
    </EntityPage>
  )
}

function TemplateForm({ template }: { template: Template }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: TemplateWrite,
    values: fieldsOf(template),
    current: () => call(getTemplate, { params: { id: String(template.id) } }),
    fieldsOf,
    place: `templates/${template.id}`,
    refresh: keys.templates,
    said: t('templates.saved'),
    save: (body, attempt) => call(updateTemplate, { params: { id: String(template.id) }, body, ...attempt }),
  })
  return (
    <FormPage
      of={form}
      wide
      title={template.name}
      lead={template.is_builtin ? t('templates.lead_notification') : undefined}
      within={{ to: TEMPLATES, label: t('admin.templates') }}
    >
      {affectsSignIn(template) && <SignInRestriction />}
      <TemplateSections of={form} />
    </FormPage>
  )
}
