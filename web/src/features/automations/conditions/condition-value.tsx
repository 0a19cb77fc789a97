import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { conditionValueText } from '../../../explanation/condition-text.ts'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ReferencePicker } from '../reference-picker.tsx'
import type { ConditionFields } from '../rule-fields.ts'
import { type FieldOption, splitList } from './field-options.ts'

type ConditionValueProps = {
  fieldOption: FieldOption
  condition: ConditionFields
  invalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}

/** The input for a condition's value, depending on the kind of its field. */
export function ConditionValue(props: ConditionValueProps) {
  const { t } = useTranslation()
  const { fieldOption, condition, invalid, describedBy, onChange } = props
  const label = t('filter.value')
  const referenceProps = { label, values: splitList(condition.value), invalid, describedBy }
  if (fieldOption.kind === 'choice' && fieldOption.source)
    return (
      <ReferencePicker
        {...referenceProps}
        source={fieldOption.source}
        onChange={([one]) => onChange(one ?? '')}
      />
    )
  if (fieldOption.kind === 'tags')
    return (
      <ReferencePicker
        {...referenceProps}
        source="tags"
        multiple
        onChange={(ids) => onChange(ids.join(','))}
      />
    )
  const choices = choicesOf(fieldOption, condition, t)
  if (!choices) return <TypedValue {...props} />
  return (
    <Select
      label={label}
      placeholder={t('filter.value.choose')}
      value={condition.value || null}
      onValueChange={onChange}
      options={choices}
    />
  )
}

const takesList = ({ operator }: ConditionFields) => operator === 'contains' || operator === 'not contains'

/** Undefined if the value is typed. */
function choicesOf(fieldOption: FieldOption, condition: ConditionFields, t: TFunction) {
  if (fieldOption.kind === 'boolean')
    return [
      { value: 'true', label: t('side.yes') },
      { value: 'false', label: t('side.no') },
    ]
  if (takesList(condition)) return undefined
  return fieldOption.values?.map((value) => ({
    value,
    label: conditionValueText(fieldOption.field, value, t),
  }))
}

const inputTypes: Partial<Record<FieldOption['kind'], string>> = {
  number: 'number',
  hours: 'number',
  date: 'date',
}

function TypedValue({ fieldOption, condition, invalid, describedBy, onChange }: ConditionValueProps) {
  const { t } = useTranslation()
  const type = inputTypes[fieldOption.kind] ?? 'text'
  const isHours = fieldOption.kind === 'hours'
  return (
    <Input
      type={type}
      step={type === 'number' ? 'any' : undefined}
      min={isHours ? 0 : undefined}
      aria-label={t('filter.value')}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      data-invalid={invalid ? '' : undefined}
      placeholder={takesList(condition) ? t('automations.value.list') : undefined}
      end={isHours && <span className="shrink-0 text-ink-3">{t('automations.value.hours')}</span>}
      value={condition.value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
