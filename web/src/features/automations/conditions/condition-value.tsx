import { useTranslation } from 'react-i18next'
import { conditionValueText } from '../../../explanation/condition-text.ts'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ReferencePicker } from '../reference-picker.tsx'
import type { ConditionFields } from '../rule-fields.ts'
import { type FieldOption, splitList } from './field-options.ts'

/** The input for a condition's value, depending on the kind of its field. */
export function ConditionValue({
  fieldOption,
  condition,
  invalid,
  describedBy,
  onChange,
}: {
  fieldOption: FieldOption
  condition: ConditionFields
  invalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const label = t('filter.value')
  const { value, operator } = condition
  const isList = operator === 'contains' || operator === 'not contains'
  if (fieldOption.kind === 'choice' && fieldOption.source)
    return (
      <ReferencePicker
        source={fieldOption.source}
        label={label}
        values={splitList(value)}
        invalid={invalid}
        describedBy={describedBy}
        onChange={([one]) => onChange(one ?? '')}
      />
    )
  if (fieldOption.kind === 'tags')
    return (
      <ReferencePicker
        source="tags"
        multiple
        label={label}
        values={splitList(value)}
        invalid={invalid}
        describedBy={describedBy}
        onChange={(ids) => onChange(ids.join(','))}
      />
    )
  const allowedValues =
    fieldOption.kind === 'boolean' ? ['true', 'false'] : isList ? undefined : fieldOption.values
  if (allowedValues)
    return (
      <Select
        label={label}
        placeholder={t('filter.value.choose')}
        value={value || null}
        onValueChange={onChange}
        options={allowedValues.map((allowed) => ({
          value: allowed,
          label:
            fieldOption.kind === 'boolean'
              ? t(allowed === 'true' ? 'side.yes' : 'side.no')
              : conditionValueText(fieldOption.field, allowed, t),
        }))}
      />
    )
  const isNumber = fieldOption.kind === 'number' || fieldOption.kind === 'hours'
  return (
    <Input
      type={isNumber ? 'number' : fieldOption.kind === 'date' ? 'date' : 'text'}
      step={isNumber ? 'any' : undefined}
      min={fieldOption.kind === 'hours' ? 0 : undefined}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      data-invalid={invalid ? '' : undefined}
      placeholder={isList ? t('automations.value.list') : undefined}
      end={
        fieldOption.kind === 'hours' && (
          <span className="shrink-0 text-ink-3">{t('automations.value.hours')}</span>
        )
      }
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
