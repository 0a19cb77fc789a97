import type { FieldValues } from 'react-hook-form'
import { type FieldProps, FormField } from './fields.tsx'
import { TimeZonePicker } from './time-zone-picker.tsx'

/** A searchable IANA time zone. */
export function TimeZoneField<Values extends FieldValues>(props: FieldProps<Values> & { label: string }) {
  return (
    <FormField {...props}>
      {(field) => (
        <TimeZonePicker
          ref={field.ref}
          label={props.label}
          value={String(field.value ?? '')}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          disabled={props.disabled}
        />
      )}
    </FormField>
  )
}
