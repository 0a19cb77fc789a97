import { createMacro } from '@parley/contract/macros/macros'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { MACROS, macroPath, macroSchema, newMacro } from './macro-fields.ts'
import { MacroSections } from './macro-sections.tsx'

export function NewMacroPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: macroSchema(t),
    values: newMacro,
    draftKey: 'macros/new',
    invalidateKey: queryKeys.macros,
    successMessage: t('macros.created'),
    save: (body, attempt) => call(createMacro, { body, ...attempt }),
    onSaved: () => void navigate({ to: MACROS }),
    continueAt: ({ id }) => ({ path: macroPath(id), draftKey: `macros/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('macros.new')}
      lead={t('macros.lead')}
      parent={{ to: MACROS, label: t('admin.macros') }}
      createLabel={t('macros.create')}
    >
      <MacroSections form={form} isNew />
    </FormPage>
  )
}
