import { zodResolver } from '@hookform/resolvers/zod'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { toast } from '../lib/toast.ts'
import { readTyped, writeTyped } from './typed.ts'
import { wordIssue } from './word-issue.ts'

export type EntityForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  submit: () => void
  /** Back to what is saved. */
  discard: () => void
  saving: boolean
  /** How many fields differ from what is saved. */
  changes: number
  /** What the server said of the form as a whole; what it said of a field stands at the field. */
  failure: Error | null
  /** What is shown was typed before the page was left or reloaded. */
  restored: boolean
  /** Counts the tries, for whoever moves the focus to the first error. */
  tries: number
}

/**
 * The state of one form whose fields are the contract's schema: checked on blur and before sending, refusals beside their fields, nothing
 * typed is lost (kept for the tab until it is saved or discarded, `secret` fields excepted), the same content sent twice is one request.
 * What somebody else saves meanwhile shows in the fields that were not touched here.
 */
export function useEntityForm<Values extends FieldValues, Saved>({
  schema,
  values,
  save,
  said,
  refresh,
  place,
  secret = [],
  onSaved,
}: {
  schema: z.ZodType<unknown, Values>
  /** What is saved now; of something new, its defaults. */
  values: Values
  save: (values: Values, attempt: { idempotency_key: string }) => Promise<Saved>
  /** The toast. */
  said: string
  /** Everything under this key is fetched again. */
  refresh?: QueryKey
  /** Names the form among all of the tab, for example `teams/7`. */
  place: string
  secret?: readonly FieldPath<Values>[]
  onSaved?: (saved: Saved, values: Values) => void
}): EntityForm<Values> {
  // The library's form state is one object that changes in place: nothing read from it may be remembered.
  'use no memo'
  const { t } = useTranslation()
  const cache = useQueryClient()
  const attempt = useRef({ print: '', idempotency_key: '' })
  const form = useForm<Values>({
    mode: 'onTouched',
    // The page does it: of pickers and editors the library knows no element.
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>, // all of them are given
    values,
    resetOptions: { keepDirtyValues: true },
    // `raw`: the server parses what was typed by the same schema.
    resolver: zodResolver(schema, { error: wordIssue(t) }, { raw: true }) as never, // its type wants the schema's own type parameters
  })
  const [restored, setRestored] = useState(false)

  const keep = useEffectEvent((now: Values, dirtyFields: object) => {
    const kept = Object.keys(dirtyFields).filter((name) => !secret.includes(name as FieldPath<Values>)) // names of this form
    writeTyped(place, Object.fromEntries(kept.map((name) => [name, now[name]])))
  })

  // The tab's storage and the form's values are outside React.
  useEffect(() => {
    const typed = readTyped(place)
    for (const [name, value] of Object.entries(typed))
      form.setValue(name as FieldPath<Values>, value as never, { shouldDirty: true }) // names come from this form's own dirty fields
    setRestored(Object.keys(typed).length > 0)
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values: now, dirtyFields }) => keep(now, dirtyFields ?? {}),
    })
  }, [form, place])

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (now: Values) => {
      const print = JSON.stringify(now)
      if (attempt.current.print !== print) attempt.current = { print, idempotency_key: crypto.randomUUID() }
      return save(now, { idempotency_key: attempt.current.idempotency_key })
    },
    onSuccess: (saved, now) => {
      attempt.current = { print: '', idempotency_key: '' }
      form.reset(now, { keepDirtyValues: false })
      writeTyped(place, {})
      setRestored(false)
      if (refresh) void cache.invalidateQueries({ queryKey: refresh })
      toast.success(said)
      onSaved?.(saved, now)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      for (const { path, message } of error.errors)
        form.setError(path as FieldPath<Values>, { type: 'server', message }) // an unknown one is kept, and shown nowhere
    },
  })
  const { dirtyFields, submitCount, errors } = form.formState
  const isOfFields =
    saving.error instanceof ApiError && saving.error.errors.some(({ path }) => hasField(values, path))
  return {
    form,
    submit: () => void form.handleSubmit((now) => !saving.isPending && saving.mutate(now))(),
    discard: () => {
      form.reset(values, { keepDirtyValues: false })
      writeTyped(place, {})
      setRestored(false)
      saving.reset()
    },
    saving: saving.isPending,
    changes: Object.keys(dirtyFields).length,
    failure: isOfFields && Object.keys(errors).length > 0 ? null : saving.error,
    restored,
    tries: submitCount,
  }
}

const hasField = (values: FieldValues, path: string): boolean => (path.split('.')[0] ?? '') in values
