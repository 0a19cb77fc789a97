import { useTranslation } from 'react-i18next'
import { Combobox, MultiCombobox } from '../ui/inputs/combobox.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { Select } from '../ui/inputs/select.tsx'
import type { FilterField } from './filter-field.ts'
import { PickerButton } from './picker-button.tsx'

/** The input for a value, by the kind of its field. */
export function FilterValue({
  field,
  value,
  onChange,
}: {
  field: FilterField
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const label = t('filter.value')
  switch (field.kind) {
    case 'select':
      return <SingleValue field={field} value={value} onChange={onChange} />
    case 'tags':
      return <MultipleValues field={field} value={value} onChange={onChange} />
    case 'boolean':
      return (
        <Select
          label={label}
          placeholder={t('filter.value.choose')}
          value={value || null}
          onValueChange={onChange}
          options={[
            { value: 'true', label: t('filter.yes') },
            { value: 'false', label: t('filter.no') },
          ]}
        />
      )
    case 'date':
    case 'number':
    case 'text':
      return (
        <Input
          type={field.kind}
          step={field.kind === 'number' ? 'any' : undefined}
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

type Props = Parameters<typeof FilterValue>[0]

function SingleValue({ field, value, onChange }: Props) {
  const { t } = useTranslation()
  const chosen = field.options.find((option) => option.value === value)
  return (
    <Combobox
      label={t('filter.value')}
      placeholder={t('filter.value.search')}
      empty={t('filter.value.empty')}
      value={value}
      onValueChange={onChange}
      items={field.options}
      trigger={
        <PickerButton filled={value !== ''}>
          {chosen?.icon}
          {/* The selected option may have been deleted. */}
          <span className="truncate">{chosen?.label ?? (value || t('filter.value.choose'))}</span>
        </PickerButton>
      }
    />
  )
}

function MultipleValues({ field, value, onChange }: Props) {
  const { t } = useTranslation()
  const values = idsIn(value)
  const names = field.options.filter((option) => values.includes(option.value)).map(({ label }) => label)
  return (
    <MultiCombobox
      label={t('filter.value')}
      placeholder={t('filter.value.search')}
      empty={t('filter.value.empty')}
      values={values}
      onValuesChange={(chosen) => onChange(JSON.stringify(chosen.map(Number)))}
      items={field.options}
      trigger={
        <PickerButton filled={values.length > 0}>
          <span className="truncate">{names.join(', ') || t('filter.value.choose')}</span>
        </PickerButton>
      }
    />
  )
}

/** Ids of a JSON list, or a single id saved through the API. */
function idsIn(value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value)
    return (Array.isArray(parsed) ? parsed : [parsed]).map(String)
  } catch {
    return []
  }
}
