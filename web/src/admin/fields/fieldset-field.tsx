import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.tsx'

/** Several controls that are one field, such as a list of boxes: named, described and marked as a whole. */
export function FieldsetField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  hideLabel = false,
  hideError = false,
  children,
}: Pick<FieldProps<Values>, 'form' | 'name' | 'label' | 'help'> & {
  /** Where a heading beside it says the same. */
  hideLabel?: boolean
  /** Where another group of the same field says it already. */
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
