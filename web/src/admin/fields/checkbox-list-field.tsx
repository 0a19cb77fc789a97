import type { FieldValues } from 'react-hook-form'
import { CheckboxList, type CheckboxOption } from './checkbox-list.tsx'
import type { FieldProps } from './fields.tsx'
import { FieldsetField } from './fieldset-field.tsx'

/** Several of few, each with what it means. */
export function CheckboxListField<Values extends FieldValues>({
  options,
  ...props
}: Pick<FieldProps<Values>, 'form' | 'name' | 'label' | 'help'> & {
  options: readonly CheckboxOption[]
  hideLabel?: boolean
  hideError?: boolean
}) {
  return (
    <FieldsetField {...props}>
      {(field) => (
        <CheckboxList
          options={options}
          values={field.value ?? []}
          // Whatever order they are ticked in, the same set is no change.
          onChange={(values) => field.onChange(values.toSorted())}
        />
      )}
    </FieldsetField>
  )
}
