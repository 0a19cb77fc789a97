import { type Ref, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, FormField } from '../../forms/fields/fields.tsx'
import { SecondaryControl } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { type DurationUnit, joinDuration, splitDuration } from './duration-parts.ts'

/** Hours or minutes, stored as `4h` or `30m`; empty is "". */
export function DurationField<Values extends FieldValues>(
  props: FieldProps<Values> & { label: string; placeholder?: string },
) {
  return (
    <FormField {...props}>
      {(field) => (
        <DurationInput
          ref={field.ref}
          label={props.label}
          value={field.value}
          placeholder={props.placeholder}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FormField>
  )
}

function DurationInput({
  label,
  value,
  placeholder,
  onChange,
  onBlur,
  ref,
}: {
  label: string
  value: string | null | undefined
  placeholder: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation()
  // Remembers the unit of an empty value.
  const [selectedUnit, setSelectedUnit] = useState<DurationUnit | null>(null)
  const parts = splitDuration(value)
  const unit = parts.count === '' ? (selectedUnit ?? parts.unit) : parts.unit
  return (
    <div className="grid grid-cols-[minmax(4rem,1fr)_7rem] gap-2">
      <Input
        ref={ref}
        inputMode="decimal"
        placeholder={placeholder}
        value={parts.count}
        onBlur={onBlur}
        onChange={(event) => onChange(joinDuration({ count: event.target.value, unit }))}
      />
      <SecondaryControl>
        <Select<DurationUnit>
          label={t('sla.unit.of', { field: label })}
          value={unit}
          options={[
            { value: 'm', label: t('sla.unit.minutes') },
            { value: 'h', label: t('sla.unit.hours') },
          ]}
          onValueChange={(next) => {
            setSelectedUnit(next)
            onChange(joinDuration({ count: parts.count, unit: next }))
          }}
        />
      </SecondaryControl>
    </div>
  )
}
