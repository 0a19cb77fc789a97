import { zodResolver } from '@hookform/resolvers/zod'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { useOneAtATime } from '../lib/use-one-at-a-time.ts'
import { Clash } from './meanwhile.ts'
import { saveMerged } from './save-merged.ts'
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
  /** What the server said of the form as a whole; what it said of fields is among the form's errors. */
  failure: Error | null
  /** Both were changed since the form was opened, here and elsewhere: somebody has to choose. */
  clash: { keepMine: () => void; takeTheirs: () => void } | null
  /** What is shown was typed before the page was left or reloaded. */
  restored: boolean
  /** Counts the tries, for whoever moves the focus to the first error. */
  tries: number
  /** The fields that are on the screen now. */
  rendered: RefObject<Set<string>>
  /** What the fields that are or were on the screen are called there. */
  labels: RefObject<Map<string, string>>
}

/**
 * The state of one form whose fields are the contract's schema: checked on blur and before sending, refusals beside their fields, nothing
 * typed is lost (kept for the tab until it is saved or discarded, `secret` fields excepted), the same content sent twice is one request.
 * What somebody else saves meanwhile shows in the fields that were not touched here, and is asked about in those that were.
 */
export function useEntityForm<Values extends FieldValues, Saved, Entity extends object = object>({
  schema,
  values,
  current,
  fieldsOf,
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
  /** Asks the server for what is saved by now. Left out for something new, and where every field is a secret. */
  current?: () => Promise<Entity>
  /** What of it the form holds. */
  fieldsOf?: (entity: Entity) => Values
  /** `if_match` is the version that `current` answered, `entity` all of it. */
  save: (
    values: Values,
    attempt: { idempotency_key: string; if_match?: string | undefined },
    entity: Entity | null,
  ) => Promise<Saved>
  /** The toast. */
  said: string
  /** Everything under this key is fetched again. */
  refresh?: QueryKey
  /** Names the form among all of the tab, for example `teams/7`. */
  place: string
  secret?: readonly FieldPath<Values>[]
  /** What follows on the screen. Whoever has gone on to another page meanwhile is not taken away from there. */
  onSaved?: (saved: Saved, values: Values) => void
}): EntityForm<Values> {
  // The library's form state is one object that changes in place: nothing read from it may be remembered.
  'use no memo'
  const { t } = useTranslation()
  const cache = useQueryClient()
  const once = useOneAtATime()
  const attempt = useRef({ print: '', idempotency_key: '' })
  const form = useForm<Values>({
    mode: 'onTouched',
    // The page does it: of pickers and editors the library knows no element.
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>, // all of them are given
    values,
    // What others saved may arrive after a refusal; what it said of the fields still holds.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    // `raw`: the server parses what was typed by the same schema.
    resolver: zodResolver(schema, { error: wordIssue(t) }, { raw: true }) as never, // its type wants the schema's own type parameters
  })
  const [restored, setRestored] = useState(false)
  const rendered = useRef(new Set<string>())
  const labels = useRef(new Map<string, string>())

  // What was saved when a field was first changed here.
  const seen = useRef<Record<string, unknown>>({})
  const keep = useEffectEvent((now: Values, dirtyFields: object) => {
    const changed = Object.keys(dirtyFields)
    seen.current = byName(changed, (name) => (name in seen.current ? seen.current[name] : values[name]))
    const kept = changed.filter((name) => !secret.includes(name as FieldPath<Values>)) // names of this form
    writeTyped(
      place,
      byName(kept, (name) => ({ typed: now[name], seen: seen.current[name] })),
    )
  })

  // The tab's storage and the form's values are outside React.
  useEffect(() => {
    const typed = readTyped(place)
    for (const [name, field] of Object.entries(typed)) {
      seen.current[name] = field.seen
      form.setValue(name as FieldPath<Values>, field.typed as never, { shouldDirty: true }) // names come from this form's own dirty fields
    }
    setRestored(Object.keys(typed).length > 0)
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values: now, dirtyFields }) => keep(now, dirtyFields ?? {}),
    })
  }, [form, place])

  const send = (fields: Values, entity: Entity | null, if_match?: string) => {
    const print = JSON.stringify(fields)
    if (attempt.current.print !== print) attempt.current = { print, idempotency_key: crypto.randomUUID() }
    return save(fields, { idempotency_key: attempt.current.idempotency_key, if_match }, entity)
  }

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (mine: Values) => {
      const from = location.pathname
      if (!current || !fieldsOf) return { saved: await send(mine, null), sent: mine, from }
      const changed = Object.keys(form.formState.dirtyFields)
      const merged = { mine, changed, seen: seen.current, current, fieldsOf, save: send }
      return { ...(await saveMerged<Entity, Values, Saved>(merged)), from }
    },
    onSuccess: ({ saved, sent, from }) => {
      attempt.current = { print: '', idempotency_key: '' }
      form.reset(sent, { keepDirtyValues: false })
      writeTyped(place, {})
      setRestored(false)
      if (refresh) void cache.invalidateQueries({ queryKey: refresh })
      toast.success(said)
      if (location.pathname === from) onSaved?.(saved, sent)
    },
    onError: (error) => {
      if (error instanceof Clash) {
        for (const name of error.fields)
          form.setError(name as FieldPath<Values>, {
            type: 'clash',
            message: wordClash(name, error.theirs[name], t),
          })
        if (refresh) void cache.invalidateQueries({ queryKey: refresh })
      }
      if (!(error instanceof ApiError)) return
      for (const { path, message } of error.errors)
        form.setError(path as FieldPath<Values>, { type: 'server', message }) // FormOutcome shows those that are no field here
    },
  })
  const { dirtyFields, submitCount, errors } = form.formState
  const submit = () => void form.handleSubmit((now) => once(() => saving.mutateAsync(now)))()
  const clash: Clash | null = saving.error instanceof Clash ? saving.error : null
  const isOfFields = saving.error instanceof ApiError && saving.error.errors.length > 0
  return {
    form,
    submit,
    discard: () => {
      form.reset(values, { keepDirtyValues: false })
      writeTyped(place, {})
      setRestored(false)
      saving.reset()
    },
    saving: saving.isPending,
    changes: Object.keys(dirtyFields).length,
    clash: clash && {
      keepMine: () => {
        for (const name of clash.fields) seen.current[name] = clash.theirs[name]
        submit()
      },
      takeTheirs: () => {
        for (const name of clash.fields)
          form.resetField(name as FieldPath<Values>, { defaultValue: clash.theirs[name] as never }) // a field of this form
        saving.reset()
      },
    },
    failure: clash || (isOfFields && Object.keys(errors).length > 0) ? null : saving.error,
    restored,
    tries: submitCount,
    rendered,
    labels,
  }
}

const byName = <Value>(names: readonly string[], read: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)]))

/** Says what is saved by now where it can be read: of a chosen entry only the list knows the words. */
function wordClash(name: string, theirs: unknown, t: TFunction): string {
  const isTyped = document.querySelector(`:is(input, textarea)[name="${CSS.escape(name)}"]`) !== null
  const text = isTyped && ['string', 'number'].includes(typeof theirs) ? String(theirs) : ''
  return text && text.length <= 80 ? t('form.clash.field', { text }) : t('form.clash.field_other')
}
