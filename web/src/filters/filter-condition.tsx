import { needsValue } from '@parley/contract/shared/filters'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../ui/inputs/combobox.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Select } from '../ui/inputs/select.tsx'
import { type DraftRow, operatorsByKind, withField, withOperator } from './filter-draft.ts'
import type { FilterField } from './filter-field.ts'
import { FilterValue } from './filter-value.tsx'
import { PickerButton } from './picker-button.tsx'

/** Field, operator and value of one condition. */
export function FilterCondition({
  row,
  fields,
  incomplete,
  autoFocus,
  onChange,
  onRemove,
}: {
  row: DraftRow
  fields: readonly FilterField[]
  incomplete: boolean
  autoFocus: boolean
  onChange: (row: DraftRow) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const field = fields.find((one) => one.id === row.field)
  return (
    <div
      data-incomplete={incomplete || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 data-incomplete:[&_.field:not(.filled)]:border-bad md:grid-cols-[minmax(0,11rem)_8.5rem_minmax(0,1fr)_auto]"
    >
      <Combobox
        label={t('filter.field')}
        placeholder={t('filter.field.search')}
        empty={t('filter.field.empty')}
        value={row.field}
        onValueChange={(id) => onChange(withField(row, id))}
        items={fields.map(({ id, label }) => ({ value: id, label }))}
        trigger={
          <PickerButton filled={field !== undefined} autoFocus={autoFocus}>
            {field?.label ?? t('filter.field.choose')}
          </PickerButton>
        }
      />
      <div className="col-span-2 row-start-2 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-1.5 md:contents">
        <Select
          label={t('filter.operator')}
          placeholder={t('filter.operator')}
          disabled={!field}
          value={row.operator}
          onValueChange={(operator) => onChange(withOperator(row, operator))}
          options={(field ? operatorsByKind[field.kind] : []).map((operator) => ({
            value: operator,
            label: t(`filter.operator.${operator.replaceAll(' ', '_')}`),
          }))}
        />
        {field && row.operator && needsValue(row.operator) ? (
          <FilterValue field={field} value={row.value} onChange={(value) => onChange({ ...row, value })} />
        ) : (
          <span />
        )}
      </div>
      <IconButton
        label={t('filter.remove')}
        onClick={onRemove}
        className="col-start-2 row-start-1 mt-0.5 md:col-start-4"
      >
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
