import { ChevronDown } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { Tag } from '../ui/badge.tsx'
import { type ComboboxItem, MultiCombobox } from '../ui/combobox.tsx'
import { type FieldProps, FormField } from './fields.tsx'

/** Several of many, found by typing; what is chosen stands in the field. */
export function ManyField<Values extends FieldValues>({
  items,
  placeholder,
  find,
  none,
  ...props
}: FieldProps<Values> & {
  label: string
  items: readonly ComboboxItem[]
  /** Shown while nothing is chosen. */
  placeholder: string
  /** Shown in the search. */
  find: string
  /** Said when nothing matches. */
  none: string
}) {
  return (
    <FormField {...props}>
      {(field) => {
        const values: string[] = field.value ?? []
        return (
          <MultiCombobox
            label={props.label}
            placeholder={find}
            empty={none}
            items={items}
            values={values}
            onValuesChange={field.onChange}
            trigger={
              <button
                type="button"
                ref={field.ref}
                onBlur={field.onBlur}
                disabled={props.disabled}
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
      }}
    </FormField>
  )
}
