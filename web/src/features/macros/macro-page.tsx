import { getMacro, type Macro, updateMacro } from '@parley/contract/macros'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fieldsOf, MACROS, macroSchema } from './macro-fields.ts'
import { MacroSections } from './macro-sections.tsx'

export function MacroPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/conversations/macros/$id/edit' })
  const query = useQuery(entityQuery('macros', getMacro, id))
  return (
    <EntityPage query={query} within={{ to: MACROS, label: t('admin.macros') }}>
      {(macro) => <MacroForm key={macro.id} macro={macro} />}
    </EntityPage>
  )
}

function MacroForm({ macro }: { macro: Macro }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: macroSchema(t),
    values: fieldsOf(macro),
    current: () => call(getMacro, { params: { id: String(macro.id) } }),
    fieldsOf,
    place: `macros/${macro.id}`,
    refresh: keys.macros,
    said: t('macros.saved'),
    save: (body, attempt) => call(updateMacro, { params: { id: String(macro.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={macro.name} within={{ to: MACROS, label: t('admin.macros') }}>
      <MacroSections of={form} />
    </FormPage>
  )
}
