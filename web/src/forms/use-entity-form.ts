import { zodResolver } from '@hookform/resolvers/zod'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type RefObject, useRef } from 'react'
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
import { useApiMutation } from '../api/use-api-mutation.ts'
import { randomId } from '../lib/browser/random-id.ts'
import { useInFlightGuard } from '../lib/use-in-flight-guard.ts'
import { EditConflict, isEqual } from './merge-edits.ts'
import { saveMerged } from './save-merged.ts'
import { storedTexts } from './stored-texts.ts'
import { fromNames, useFormDraft } from './use-form-draft.ts'
import { zodErrorMap } from './zod-error-map.ts'

export type EntityForm<Values extends FieldValues> = {
  methods: UseFormReturn<Values>
  submit: () => void
  /** Reverts to the saved values. */
  discard: () => void
  saving: boolean
  /** Number of fields that differ from the saved values. */
  dirtyCount: number
  /** The server's error about the form as a whole. Errors about fields are among the form's errors. */
  formError: Error | null
  /** Set when the same fields were changed here and elsewhere since the form was opened; the user has to choose. */
  conflict: { keepLocal: () => void; takeRemote: () => void } | null
  /** Whether unsaved input from before a reload or navigation was restored. */
  restored: boolean
  /** Number of submits; moves the focus to the first error. */
  submitCount: number
  /** Names of the fields that are currently rendered. */
  renderedFields: RefObject<Set<string>>
  /** Labels of all fields that are or were rendered. */
  labels: RefObject<Map<string, string>>
}

/**
 * The state of a form whose fields follow a schema of the contract. Validates on blur and before sending, and shows
 * server errors on their fields. Keeps unsaved input for the tab until it is saved or discarded, except `secretFields`.
 * Submitting the same content twice is one request (idempotency key). Changes that others save in the meantime appear
 * in untouched fields; in edited fields they are a conflict.
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
  continueAt,
}: {
  schema: z.ZodType<unknown, Values>
  /** The saved values; for a new entity, its defaults. */
  values: Values
  /** Fetches the latest saved version. Omit for new entities and for forms with only secret fields. */
  fetchCurrent?: () => Promise<Entity>
  /** Maps an entity to form values. */
  fieldsOf?: (entity: Entity) => Values
  /** `if_match` is the version that `fetchCurrent` returned, `entity` the whole of it. */
  save: (
    values: Values,
    attempt: { idempotency_key: string; if_match?: string | undefined },
    entity: Entity | null,
  ) => Promise<Saved>
  /** Shown as a toast. Omit when the screen shows the result. */
  successMessage?: string
  /** Queries under this key are invalidated. */
  invalidateKey?: QueryKey
  /** Identifies the form within the tab, for example `teams/7`. */
  draftKey: string
  secretFields?: readonly FieldPath<Values>[]
  /**
   * What happens next on the screen. Skipped if the user has navigated away in the meantime, or edited further and
   * stays (see `continueAt`).
   */
  onSaved?: (saved: Saved, values: Values) => void
  /**
   * For a new entity: its page, and the `draftKey` of the form there. What was typed while it was being created becomes
   * an unsaved change of that form; without this, it is dropped with the form.
   */
  continueAt?: (saved: Saved) => { path: string; draftKey: string }
}): EntityForm<Values> {
  // react-hook-form mutates its state object in place: nothing read from it may be memoised.
  'use no memo'
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const inFlightGuard = useInFlightGuard()
  const lastAttempt = useRef({ fingerprint: '', idempotency_key: '' })
  const methods = useForm<Values>({
    mode: 'onTouched',
    // The page does it: the library doesn't know the elements of pickers and editors.
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>, // all values are given
    values,
    // Values saved by others may arrive after a refusal, whose field errors still apply.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    // `raw`: the server parses the raw input with the same schema.
    resolver: zodResolver(schema, { error: zodErrorMap(t) }, { raw: true }) as never, // its type wants the schema's own type parameters
  })
  const draft = useFormDraft(methods, draftKey, secretFields)
  const renderedFields = useRef(new Set<string>())
  const labels = useRef(new Map<string, string>())

  const send = (fields: Values, entity: Entity | null, if_match?: string) => {
    const fingerprint = JSON.stringify(fields)
    if (lastAttempt.current.fingerprint !== fingerprint)
      lastAttempt.current = { fingerprint, idempotency_key: randomId() }
    return save(fields, { idempotency_key: lastAttempt.current.idempotency_key, if_match }, entity)
  }

  type Outcome = { saved: Saved; sent: Values; local: Values; typed: Values; edited: readonly string[] }

  /** Fields edited in the meantime become unsaved changes of what was sent. Returns what happens next. */
  const afterUpdate = ({ saved, sent, local, typed, edited }: Outcome) => {
    lastAttempt.current = { fingerprint: '', idempotency_key: '' }
    methods.reset({ ...sent, ...fromNames(edited, (name) => typed[name]) }, { keepDirtyValues: false })
    // `local` and not `sent`: in a field that only others had changed, their value was not seen.
    draft.rebase(edited, typed, local)
    // Only the saved values change: these fields become dirty.
    if (edited.length > 0) methods.reset(sent, { keepDirtyValues: false, keepValues: true })
    return edited.length === 0 ? () => onSaved?.(saved, sent) : undefined
  }

  /** Its page is left. Submitted again before that, it is not created a second time: `lastAttempt` stays. */
  const afterCreation = ({ saved, sent, local, typed, edited }: Outcome) => {
    methods.reset(sent, { keepDirtyValues: false })
    draft.clear()
    const next = edited.length > 0 && continueAt?.(saved)
    if (!next) return () => onSaved?.(saved, sent)
    draft.storeFor(next.draftKey, edited, typed, local)
    return () => void navigate({ to: next.path })
  }

  const saving = useApiMutation(
    async (local: Values) => {
      const startPath = location.pathname
      if (!fetchCurrent || !fieldsOf) return { saved: await send(local, null), sent: local, from: startPath }
      const changedFields = Object.keys(methods.formState.dirtyFields)
      const edit = {
        mine: local,
        changed: changedFields,
        seen: storedTexts(schema, local, draft.base.current),
        current: fetchCurrent,
        fieldsOf,
        save: send,
      }
      return { ...(await saveMerged<Entity, Values, Saved>(edit)), from: startPath }
    },
    {
      successMessage,
      failure: 'inline',
      onSuccess: ({ saved, sent, from: startPath }, local) => {
        const typed = methods.getValues()
        const edited = Object.keys(typed).filter((name) => !isEqual(typed[name], local[name]))
        const proceed = (fetchCurrent ? afterUpdate : afterCreation)({ saved, sent, local, typed, edited })
        // Not waited for: the user may already be editing and saving again.
        if (invalidateKey) void cache.invalidateQueries({ queryKey: invalidateKey })
        if (location.pathname === startPath) proceed?.()
      },
      onError: (error) => {
        if (error instanceof EditConflict) {
          for (const name of error.fields)
            methods.setError(name as FieldPath<Values>, {
              type: 'conflict',
              message: conflictMessage(name, error.remote[name], t),
            })
          if (invalidateKey) void cache.invalidateQueries({ queryKey: invalidateKey })
        }
        if (!(error instanceof ApiError)) return
        for (const { path, message } of error.errors)
          methods.setError(path as FieldPath<Values>, { type: 'server', message }) // FormErrors shows those without a field
      },
    },
  )
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
      draft.clear()
      saving.reset()
    },
    saving: saving.isPending,
    dirtyCount: Object.keys(dirtyFields).length,
    conflict: conflict && {
      keepLocal: () => {
        draft.base.current = {
          ...draft.base.current,
          ...fromNames(conflict.fields, (name) => conflict.remote[name]),
        }
        submit()
      },
      takeRemote: () => {
        for (const name of conflict.fields)
          methods.resetField(name as FieldPath<Values>, { defaultValue: conflict.remote[name] as never }) // a field of this form
        saving.reset()
      },
    },
    formError: conflict || (isFieldError && Object.keys(errors).length > 0) ? null : saving.error,
    restored: draft.restored,
    submitCount,
    renderedFields,
    labels,
  }
}

/** Includes the saved value if it is readable text: the text of a selected option is only known to the list. */
function conflictMessage(name: string, remote: unknown, t: TFunction): string {
  const isTextInput = document.querySelector(`:is(input, textarea)[name="${CSS.escape(name)}"]`) !== null
  const text = isTextInput && ['string', 'number'].includes(typeof remote) ? String(remote) : ''
  return text && text.length <= 80 ? t('form.clash.field', { text }) : t('form.clash.field_other')
}
