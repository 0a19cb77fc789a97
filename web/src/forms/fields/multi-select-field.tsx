import { ChevronDown } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { Tag } from '../../ui/display/badge.tsx'
import { type ComboboxItem, MultiCombobox } from '../../ui/inputs/combobox.tsx'
import { type FieldProps, FormField, type useField } from './fields.tsx'

type MultiSelectOptions = {
  label: string
  items: readonly ComboboxItem[]
  /** Shown when nothing is selected. */
  placeholder: string
  /** Placeholder of the search input. */
  searchPlaceholder: string
  /** Shown when no item matches the search. */
  emptyText: string
  disabled?: boolean
}

/** A searchable multi-select. The field's value is the selected texts. */
export function MultiSelectField<Values extends FieldValues>({
  items,
  placeholder,
  searchPlaceholder,
  emptyText,
  ...props
}: FieldProps<Values> & MultiSelectOptions) {
  return (
    <FormField {...props}>
      {(field) => (
        <MultiSelect
          {...{ items, placeholder, searchPlaceholder, emptyText, field }}
          label={props.label}
          disabled={props.disabled}
          values={field.value ?? []}
          onChange={field.onChange}
        />
      )}
    </FormField>
  )
}

/** The same for fields whose value is not the texts themselves. */
export function MultiSelect({
  label,
  items,
  placeholder,
  searchPlaceholder,
  emptyText,
  disabled,
  values,
  onChange,
  field: { ref, onBlur },
}: MultiSelectOptions & {
  values: readonly string[]
  onChange: (values: string[]) => void
  field: Pick<ReturnType<typeof useField>['field'], 'ref' | 'onBlur'>
}) {
  return (
    <MultiCombobox
      label={label}
      placeholder={searchPlaceholder}
      empty={emptyText}
      items={items}
      values={values}
      onValuesChange={onChange}
      trigger={
        <button
          type="button"
          ref={ref}
          onBlur={onBlur}
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
