import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

/** A form with a single field. Shows the error on the field and keeps the input. */
export function OneFieldForm({
  id,
  label,
  help,
  input,
  submit,
  onBusy,
}: {
  /** For the submit button in the dialog's footer. */
  id: string
  label: string
  help?: ReactNode
  input: Pick<ComponentProps<typeof Input>, 'type' | 'autoComplete' | 'inputMode'>
  submit: (value: string) => Promise<unknown>
  onBusy: (busy: boolean) => void
}) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const submission = useApiMutation(submit, {
    failure: 'inline',
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onError: () => field.current?.select(),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const empty = value.trim() === ''
    setIsMissing(empty)
    if (empty) return field.current?.focus()
    if (!submission.isPending) submission.mutate(value)
  }
  return (
    <form id={id} noValidate onSubmit={onSubmit}>
      <Field
        label={label}
        help={help}
        error={isMissing ? t('form.issue.missing') : submission.error?.message}
      >
        <Input
          {...input}
          ref={field}
          value={value}
          autoFocus
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
    </form>
  )
}
