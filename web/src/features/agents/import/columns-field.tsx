import {
  type AgentColumnPlaces,
  type AgentImportResponse,
  agentColumns,
} from '@parley/contract/agents/agent-import'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
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

/** Maps columns to fields. Detected from the header row; can be corrected. */
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
              ...header.map((name, index) => ({
                value: index,
                label: name || t('agents.import.column', { number: index + 1 }),
              })),
            ]}
            onValueChange={(index) => choose({ ...columns, [column]: index === NOT_IMPORTED ? null : index })}
          />
        </Field>
      ))}
    </div>
  )
}
