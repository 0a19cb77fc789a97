import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
  useWatch,
} from 'react-hook-form'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select, type SelectOption } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import type { EntityForm } from '../use-entity-form.ts'

export type FieldProps<Values extends FieldValues> = {
  form: EntityForm<Values>
  name: FieldPath<Values>
  label: ReactNode
  help?: ReactNode
  aside?: ReactNode
  disabled?: boolean
  className?: string
}

/**
 * A field's value and error, for controls other than those below. Tabbing through an untouched field does not validate
 * it: the error message would shift the layout under the pointer.
 */
export function useField<Values extends FieldValues>({
  form,
  name,
}: Pick<FieldProps<Values>, 'form' | 'name'>) {
  // Tracks edits that were reverted too: those fields are no longer dirty, but must still validate on blur.
  'use no memo'
  const { field, fieldState } = useController({ control: form.methods.control, name })
  // Text that was typed and deleted again counts as edited, although the value is the same.
  const wasEdited = useRef(false)
  const onChange: typeof field.onChange = (...event) => {
    wasEdited.current = true
    field.onChange(...event)
  }
  // Tracks mounted fields for FormErrors. A ref, because it must not re-render.
  useEffect(() => {
    const { current } = form.renderedFields
    current.add(name)
    return () => void current.delete(name)
  }, [form.renderedFields, name])
  const onBlur = () => {
    if (wasEdited.current || form.methods.getFieldState(name).isDirty) field.onBlur()
  }
  return {
    field: { ...field, onChange, onBlur },
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  }
}

function useLabel<Values extends FieldValues>({ form, name, label }: FieldProps<Values>) {
  useEffect(() => {
    if (typeof label === 'string') form.labels.current.set(name, label)
  }, [form.labels, name, label])
}

/** The current value of a field. `form.watch` would be memoised by the React Compiler. */
export const useFieldValue = <Values extends FieldValues, Name extends FieldPath<Values>>(
  form: EntityForm<Values>,
  name: Name,
): FieldPathValue<Values, Name> => useWatch({ control: form.methods.control, name })

/** Label, help and error around any control. */
export function FormField<Values extends FieldValues>({
  children,
  ...props
}: FieldProps<Values> & { children: (field: ReturnType<typeof useField<Values>>['field']) => ReactNode }) {
  const { form, name, ...fieldLayout } = props
  useLabel(props)
  const { field, error } = useField({ form, name })
  return (
    <Field {...fieldLayout} error={error}>
      {children(field)}
    </Field>
  )
}

export function TextField<Values extends FieldValues>({
  type = 'text',
  placeholder,
  autoComplete = 'off',
  inputMode,
  autoFocus,
  end,
  ...props
}: FieldProps<Values> &
  Pick<
    ComponentProps<typeof Input>,
    'type' | 'placeholder' | 'autoComplete' | 'inputMode' | 'autoFocus' | 'end'
  >) {
  return (
    <FormField {...props}>
      {(field) => (
        <Input
          {...field}
          value={field.value ?? ''}
          disabled={props.disabled}
          {...{ type, placeholder, autoComplete, inputMode, autoFocus, end }}
        />
      )}
    </FormField>
  )
}

/** Its value is a number, or null when empty. */
export function NumberField<Values extends FieldValues>({
  end,
  ...props
}: FieldProps<Values> & { end?: ReactNode }) {
  return (
    <FormField {...props}>
      {(field) => (
        <Input
          {...field}
          type="number"
          inputMode="numeric"
          end={end}
          disabled={props.disabled}
          value={field.value ?? ''}
          onChange={(event) => field.onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      )}
    </FormField>
  )
}

export function LongTextField<Values extends FieldValues>({
  placeholder,
  ...props
}: FieldProps<Values> & { placeholder?: string }) {
  return (
    <FormField {...props}>
      {(field) => (
        <Textarea {...field} value={field.value ?? ''} placeholder={placeholder} disabled={props.disabled} />
      )}
    </FormField>
  )
}

export function SelectField<Values extends FieldValues, Value extends string | number>({
  options,
  placeholder,
  ...props
}: FieldProps<Values> & { options: readonly SelectOption<Value>[]; placeholder?: string }) {
  return (
    <FormField {...props}>
      {(field) => (
        <Select
          options={options}
          value={field.value}
          placeholder={placeholder}
          disabled={props.disabled}
          onValueChange={field.onChange}
        />
      )}
    </FormField>
  )
}

/** A switch at the end of its row. It is saved with the form. */
export function SwitchField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { form, name, label, help, disabled } = props
  useLabel(props)
  const { field, error } = useField({ form, name })
  return (
    <Field
      label={label}
      help={help}
      error={error}
      disabled={disabled}
      aside={<Switch checked={Boolean(field.value)} onCheckedChange={field.onChange} disabled={disabled} />}
    >
      {null}
    </Field>
  )
}
