import { useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { EntityForm } from './use-entity-form.ts'

/** After a failed submit, moves the focus to the first invalid field of the form that has the returned ref. */
export function useFirstErrorFocus<Values extends FieldValues>({ submitCount, methods }: EntityForm<Values>) {
  const formRef = useRef<HTMLFormElement>(null)
  const hasErrors = Object.keys(methods.formState.errors).length > 0
  // A layout effect: moved later, the focus could be taken from someone who is already typing.
  useLayoutEffect(() => {
    if (submitCount > 0 && hasErrors) formRef.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus()
  }, [submitCount, hasErrors])
  return formRef
}

const INVALID_FIELD = '[aria-invalid=true], [data-invalid] :is(button, [contenteditable], [role=checkbox])'
