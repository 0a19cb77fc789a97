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
import { ApiError } from '../../api/api-error.ts'
import { toast } from '../../lib/toast.ts'
import { useInFlightGuard } from '../../lib/use-in-flight-guard.ts'
import { readFormDraft, writeFormDraft } from './form-drafts.ts'
import { EditConflict } from './merge-edits.ts'
import { saveMerged } from './save-merged.ts'
import { zodErrorMap } from './zod-error-map.ts'

export type EntityForm<Values extends FieldValues> = {
  methods: UseFormReturn<Values>
  submit: () => void
  /** Back to what is saved. */
  discard: () => void
  saving: boolean
  /** How many fields differ from what is saved. */
  dirtyCount: number
  /** What the server said of the form as a whole; what it said of fields is among the form's errors. */
  formError: Error | null
  /** Both were changed since the form was opened, here and elsewhere: somebody has to choose. */
  conflict: { keepLocal: () => void; takeRemote: () => void } | null
  /** What is shown was typed before the page was left or reloaded. */
  restored: boolean
  /** Counts the tries, for whoever moves the focus to the first error. */
  submitCount: number
  /** The fields that are on the screen now. */
  renderedFields: RefObject<Set<string>>
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
  fetchCurrent,
  fieldsOf,
  save,
  successMessage,
  invalidateKey,
  draftKey,
  secretFields = [],
  onSaved,
}: {
  schema: z.ZodType<unknown, Values>
  /** What is saved now; of something new, its defaults. */
  values: Values
  /** Asks the server for what is saved by now. Left out for something new, and where every field is a secret. */
  fetchCurrent?: () => Promise<Entity>
  /** What of it the form holds. */
  fieldsOf?: (entity: Entity) => Values
  /** `if_match` is the version that `current` answered, `entity` all of it. */
  save: (
    values: Values,
    attempt: { idempotency_key: string; if_match?: string | undefined },
    entity: Entity | null,
  ) => Promise<Saved>
  /** The toast. */
  successMessage: string
  /** Everything under this key is fetched again. */
  invalidateKey?: QueryKey
  /** Names the form among all of the tab, for example `teams/7`. */
  draftKey: string
  secretFields?: readonly FieldPath<Values>[]
  /** What follows on the screen. Whoever has gone on to another page meanwhile is not taken away from there. */
  onSaved?: (saved: Saved, values: Values) => void
}): EntityForm<Values> {
  // The library's form state is one object that changes in place: nothing read from it may be remembered.
  'use no memo'
  const { t } = useTranslation()
  const cache = useQueryClient()
  const inFlightGuard = useInFlightGuard()
  const attempt = useRef({ fingerprint: '', idempotency_key: '' })
  const methods = useForm<Values>({
    mode: 'onTouched',
    // The page does it: of pickers and editors the library knows no element.
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>, // all of them are given
    values,
    // What others saved may arrive after a refusal; what it said of the fields still holds.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    // `raw`: the server parses what was typed by the same schema.
    resolver: zodResolver(schema, { error: zodErrorMap(t) }, { raw: true }) as never, // its type wants the schema's own type parameters
  })
  const [restored, setRestored] = useState(false)
  const renderedFields = useRef(new Set<string>())
  const labels = useRef(new Map<string, string>())

  // What was saved when a field was first changed here.
  const base = useRef<Record<string, unknown>>({})
  const saveDraft = useEffectEvent((current: Values, dirtyFields: object) => {
    const changedFields = Object.keys(dirtyFields)
    base.current = fromNames(changedFields, (name) =>
      name in base.current ? base.current[name] : values[name],
    )
    const persisted = changedFields.filter((name) => !secretFields.includes(name as FieldPath<Values>)) // names of this form
    writeFormDraft(
      draftKey,
      fromNames(persisted, (name) => ({ typed: current[name], seen: base.current[name] })),
    )
  })

  // The tab's storage and the form's values are outside React.
  useEffect(() => {
    const draft = readFormDraft(draftKey)
    for (const [name, field] of Object.entries(draft)) {
      base.current[name] = field.seen
      methods.setValue(name as FieldPath<Values>, field.typed as never, { shouldDirty: true }) // names come from this form's own dirty fields
    }
    setRestored(Object.keys(draft).length > 0)
    return methods.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values: now, dirtyFields }) => saveDraft(now, dirtyFields ?? {}),
    })
  }, [methods, draftKey])

  const send = (fields: Values, entity: Entity | null, if_match?: string) => {
    const fingerprint = JSON.stringify(fields)
    if (attempt.current.fingerprint !== fingerprint)
      attempt.current = { fingerprint, idempotency_key: crypto.randomUUID() }
    return save(fields, { idempotency_key: attempt.current.idempotency_key, if_match }, entity)
  }

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (local: Values) => {
      const startPath = location.pathname
      if (!fetchCurrent || !fieldsOf) return { saved: await send(local, null), sent: local, from: startPath }
      const changedFields = Object.keys(methods.formState.dirtyFields)
      const edit = {
        mine: local,
        changed: changedFields,
        seen: base.current,
        current: fetchCurrent,
        fieldsOf,
        save: send,
      }
      return { ...(await saveMerged<Entity, Values, Saved>(edit)), from: startPath }
    },
    onSuccess: ({ saved, sent, from: startPath }) => {
      attempt.current = { fingerprint: '', idempotency_key: '' }
      methods.reset(sent, { keepDirtyValues: false })
      writeFormDraft(draftKey, {})
      setRestored(false)
      if (invalidateKey) void cache.invalidateQueries({ queryKey: invalidateKey })
      toast.success(successMessage)
      if (location.pathname === startPath) onSaved?.(saved, sent)
    },
    onError: (error) => {
      if (error instanceof EditConflict) {
        for (const name of error.fields)
          methods.setError(name as FieldPath<Values>, {
            type: 'clash',
            message: conflictMessage(name, error.remote[name], t),
          })
        if (invalidateKey) void cache.invalidateQueries({ queryKey: invalidateKey })
      }
      if (!(error instanceof ApiError)) return
      for (const { path, message } of error.errors)
        methods.setError(path as FieldPath<Values>, { type: 'server', message }) // FormOutcome shows those that are no field here
    },
  })
  const { dirtyFields, submitCount, errors } = methods.formState
  const submit = () =>
    void methods.handleSubmit((formValues) => inFlightGuard(() => saving.mutateAsync(formValues)))()
  const conflict: EditConflict | null = saving.error instanceof EditConflict ? saving.error : null
  const isFieldError = saving.error instanceof ApiError && saving.error.errors.length > 0
  return {
    methods,
    submit,
    discard: () => {
      methods.reset(values, { keepDirtyValues: false })
      writeFormDraft(draftKey, {})
      setRestored(false)
      saving.reset()
    },
    saving: saving.isPending,
    dirtyCount: Object.keys(dirtyFields).length,
    conflict: conflict && {
      keepLocal: () => {
        for (const name of conflict.fields) base.current[name] = conflict.remote[name]
        submit()
      },
      takeRemote: () => {
        for (const name of conflict.fields)
          methods.resetField(name as FieldPath<Values>, { defaultValue: conflict.remote[name] as never }) // a field of this form
        saving.reset()
      },
    },
    formError: conflict || (isFieldError && Object.keys(errors).length > 0) ? null : saving.error,
    restored,
    submitCount: submitCount,
    renderedFields,
    labels,
  }
}

const fromNames = <Value>(names: readonly string[], read: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)]))

/** Says what is saved by now where it can be read: of a chosen entry only the list knows the words. */
function conflictMessage(name: string, remote: unknown, t: TFunction): string {
  const isTextInput = document.querySelector(`:is(input, textarea)[name="${CSS.escape(name)}"]`) !== null
  const text = isTextInput && ['string', 'number'].includes(typeof remote) ? String(remote) : ''
  return text && text.length <= 80 ? t('form.clash.field', { text }) : t('form.clash.field_other')
}
