import type { FieldValues } from 'react-hook-form'
import { CheckboxList, type CheckboxOption } from './checkbox-list.tsx'
import type { FieldProps } from './fields.tsx'
import { FieldsetField } from './fieldset-field.tsx'

/** A multiple choice from a few options, each with an explanation. */
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
          // Sorted, so that ticking the same options in another order is not a change.
          onChange={(values) => field.onChange(values.toSorted())}
        />
      )}
    </FieldsetField>
  )
}
