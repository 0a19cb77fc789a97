import { getMacro, type Macro, updateMacro } from '@parley/contract/macros/macros'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { fieldsOf, MACROS, macroSchema } from './macro-fields.ts'
import { MacroSections } from './macro-sections.tsx'

export function MacroPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/conversations/macros/$id/edit' })
  const query = useQuery(entityQuery('macros', getMacro, id))
  return (
    <EntityPage query={query} parent={{ to: MACROS, label: t('admin.macros') }}>
      {(macro) => <MacroForm key={macro.id} macro={macro} />}
    </EntityPage>
  )
}

function MacroForm({ macro }: { macro: Macro }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: macroSchema(t),
    values: fieldsOf(macro),
    fetchCurrent: () => call(getMacro, { params: { id: String(macro.id) } }),
    fieldsOf,
    draftKey: `macros/${macro.id}`,
    invalidateKey: queryKeys.macros,
    successMessage: t('macros.saved'),
    save: (body, attempt) => call(updateMacro, { params: { id: String(macro.id) }, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={macro.name} parent={{ to: MACROS, label: t('admin.macros') }}>
      <MacroSections form={form} />
    </FormPage>
  )
}
