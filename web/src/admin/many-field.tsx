import { ChevronDown } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { Tag } from '../ui/badge.tsx'
import { type ComboboxItem, MultiCombobox } from '../ui/combobox.tsx'
import { type FieldProps, FormField, type useField } from './fields.tsx'

type Words = {
  label: string
  items: readonly ComboboxItem[]
  /** Shown while nothing is chosen. */
  placeholder: string
  /** Shown in the search. */
  find: string
  /** Said when nothing matches. */
  none: string
  disabled?: boolean
}

/** Several of many texts, found by typing; what is chosen stands in the field. */
export function ManyField<Values extends FieldValues>({
  items,
  placeholder,
  find,
  none,
  ...props
}: FieldProps<Values> & Words) {
  return (
    <FormField {...props}>
      {(field) => (
        <ManyChoice
          {...{ items, placeholder, find, none, field }}
          label={props.label}
          disabled={props.disabled}
          values={field.value ?? []}
          onChange={field.onChange}
        />
      )}
    </FormField>
  )
}

/** The same for a field that holds something else than the texts. */
export function ManyChoice({
  label,
  items,
  placeholder,
  find,
  none,
  disabled,
  values,
  onChange,
  field,
}: Words & {
  values: readonly string[]
  onChange: (values: string[]) => void
  field: Pick<ReturnType<typeof useField>['field'], 'ref' | 'onBlur'>
}) {
  return (
    <MultiCombobox
      label={label}
      placeholder={find}
      empty={none}
      items={items}
      values={values}
      onValuesChange={onChange}
      trigger={
        <button
          type="button"
          ref={field.ref}
          onBlur={field.onBlur}
          disabled={disabled}
          className="field h-auto min-h-8 justify-between gap-2 px-2.5 py-1 text-left"
        >
          <span className="flex min-w-0 flex-wrap gap-1">
            {values.map((value) => (
              <Tag key={value}>{items.find((item) => item.value === value)?.label ?? value}</Tag>
            ))}
            {values.length === 0 && <span className="text-ink-3">{placeholder}</span>}
          </span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
    />
  )
}
