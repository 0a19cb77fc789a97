import { type AgentColumnPlaces, type AgentImportAnswer, agentColumns } from '@parley/contract/agent-import'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../admin/use-entity-form.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ImportFields } from './import-fields.ts'

const NOWHERE = -1

const words = {
  first_name: 'agents.first_name',
  last_name: 'agents.last_name',
  email: 'agents.email',
  roles: 'agents.roles',
  teams: 'agents.teams',
} as const

/** Which column holds what: found by the names in the first line, changed where that was wrong. */
export function ColumnsField({
  of,
  answer: { header, columns },
}: {
  of: EntityForm<ImportFields>
  answer: AgentImportAnswer
}) {
  const { t } = useTranslation()
  const choose = (places: AgentColumnPlaces) =>
    of.form.setValue('columns', places, { shouldDirty: true, shouldTouch: true })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {agentColumns.map((column) => (
        <Field key={column} label={t(words[column])}>
          <Select
            value={columns[column] ?? NOWHERE}
            options={[
              { value: NOWHERE, label: t('agents.import.nowhere') },
              ...header.map((name, place) => ({
                value: place,
                label: name || t('agents.import.column', { number: place + 1 }),
              })),
            ]}
            onValueChange={(place) => choose({ ...columns, [column]: place === NOWHERE ? null : place })}
          />
        </Field>
      ))}
    </div>
  )
}
