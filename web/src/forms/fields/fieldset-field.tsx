import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.tsx'

/** Groups several controls into one field, for example a list of checkboxes, with a shared label, help and error. */
export function FieldsetField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  hideLabel = false,
  hideError = false,
  children,
}: Pick<FieldProps<Values>, 'form' | 'name' | 'label' | 'help'> & {
  /** For groups with a visible heading that says the same. */
  hideLabel?: boolean
  /** For groups whose error another group of the same field shows. */
  hideError?: boolean
  children: (field: ReturnType<typeof useField<Values>>['field']) => ReactNode
}) {
  const { field, error: fieldError } = useField({ form, name })
  const error = hideError ? undefined : fieldError
  const id = useId()
  return (
    <fieldset aria-describedby={id} data-invalid={error ? '' : undefined} className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      {children(field)}
      <div id={id} className="mt-1.5 text-xs empty:hidden">
        {error ? (
          <p role="alert" className="flex items-start gap-1.5 text-bad">
            <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
            {error}
          </p>
        ) : (
          help && <p className="text-ink-3">{help}</p>
        )}
      </div>
    </fieldset>
  )
}
