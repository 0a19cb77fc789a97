import {
  type AgentColumnPlaces,
  type AgentImportResponse,
  agentColumns,
} from '@parley/contract/agents/agent-import'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../admin/form/use-entity-form.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { ImportFields } from './import-fields.ts'

const NOT_IMPORTED = -1

const columnLabels = {
  first_name: 'agents.first_name',
  last_name: 'agents.last_name',
  email: 'agents.email',
  roles: 'agents.roles',
  teams: 'agents.teams',
} as const

/** Which column holds what: found by the names in the first line, changed where that was wrong. */
export function ColumnsField({
  form,
  preview: { header, columns },
}: {
  form: EntityForm<ImportFields>
  preview: AgentImportResponse
}) {
  const { t } = useTranslation()
  const choose = (columnPlaces: AgentColumnPlaces) =>
    form.methods.setValue('columns', columnPlaces, { shouldDirty: true, shouldTouch: true })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {agentColumns.map((column) => (
        <Field key={column} label={t(columnLabels[column])}>
          <Select
            value={columns[column] ?? NOT_IMPORTED}
            options={[
              { value: NOT_IMPORTED, label: t('agents.import.nowhere') },
              ...header.map((name, place) => ({
                value: place,
                label: name || t('agents.import.column', { number: place + 1 }),
              })),
            ]}
            onValueChange={(place) => choose({ ...columns, [column]: place === NOT_IMPORTED ? null : place })}
          />
        </Field>
      ))}
    </div>
  )
}
