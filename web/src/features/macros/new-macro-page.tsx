import { createMacro } from '@parley/contract/macros'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { MACROS, macroSchema, newMacro } from './macro-fields.ts'
import { MacroSections } from './macro-sections.tsx'

export function NewMacroPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: macroSchema(t),
    values: newMacro,
    place: 'macros/new',
    refresh: keys.macros,
    said: t('macros.created'),
    save: (body, attempt) => call(createMacro, { body, ...attempt }),
    onSaved: () => void navigate({ to: MACROS }),
  })
  return (
    <FormPage
      of={form}
      title={t('macros.new')}
      lead={t('macros.lead')}
      within={{ to: MACROS, label: t('admin.macros') }}
      create={t('macros.create')}
    >
      <MacroSections of={form} isNew />
    </FormPage>
  )
}
