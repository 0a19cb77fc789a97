import type { FieldValues } from 'react-hook-form'
import { type Box, BoxList } from './box-list.tsx'
import type { FieldProps } from './fields.tsx'
import { GroupField } from './group-field.tsx'

/** Several of few, each with what it means. */
export function BoxesField<Values extends FieldValues>({
  boxes,
  ...props
}: Pick<FieldProps<Values>, 'of' | 'name' | 'label' | 'help'> & {
  boxes: readonly Box[]
  labelIsHidden?: boolean
  errorIsElsewhere?: boolean
}) {
  return (
    <GroupField {...props}>
      {(field) => (
        <BoxList
          boxes={boxes}
          values={field.value ?? []}
          // Whatever order they are ticked in, the same set is no change.
          onChange={(values) => field.onChange(values.toSorted())}
        />
      )}
    </GroupField>
  )
}
