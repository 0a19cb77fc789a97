import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { readFormDraft, writeFormDraft } from './form-drafts.ts'

type Fields = Readonly<Record<string, unknown>>

export type DraftOfForm<Values> = {
  /** Saved values at the time a field was first edited. */
  base: RefObject<Fields>
  /** Whether unsaved input from before a reload or navigation was restored. */
  restored: boolean
  /** Continues with these unsaved fields: how they are typed, and the saved values that their author saw. */
  rebase: (names: readonly string[], typed: Values, seen: Fields) => void
  /** Nothing is unsaved any more. */
  clear: () => void
  /** Stores unsaved fields for another form. */
  storeFor: (otherKey: string, names: readonly string[], typed: Values, seen: Fields) => void
}

/** Keeps the unsaved input of a form for the tab, except `secretFields`, and restores it when the form is opened. */
export function useFormDraft<Values extends FieldValues>(
  methods: UseFormReturn<Values>,
  draftKey: string,
  secretFields: readonly FieldPath<Values>[],
): DraftOfForm<Values> {
  const [restored, setRestored] = useState(false)
  const base = useRef<Fields>({})
  const storeFor = (key: string, names: readonly string[], typed: Values, seen: Fields) => {
    const stored = names.filter((name) => !secretFields.includes(name as FieldPath<Values>)) // field names of this form
    writeFormDraft(
      key,
      fromNames(stored, (name) => ({ typed: typed[name], seen: seen[name] })),
    )
  }
  const store = useEffectEvent((typed: Values, dirtyFields: object, saved: Fields) => {
    const names = Object.keys(dirtyFields)
    base.current = fromNames(names, (name) => (name in base.current ? base.current[name] : saved[name]))
    storeFor(draftKey, names, typed, base.current)
  })

  // Session storage and form values live outside React. Before the first paint: what is shown can be edited.
  useLayoutEffect(() => {
    const draft = readFormDraft(draftKey)
    const names = Object.keys(draft)
    base.current = { ...base.current, ...fromNames(names, (name) => draft[name]?.seen) }
    for (const name of names)
      methods.setValue(name as FieldPath<Values>, draft[name]?.typed as never, { shouldDirty: true }) // names come from this form's own dirty fields
    setRestored(names.length > 0)
    return methods.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields, defaultValues }) =>
        store(values, dirtyFields ?? {}, defaultValues ?? {}),
    })
  }, [methods, draftKey])

  return {
    base,
    restored,
    rebase: (names, typed, seen) => {
      base.current = fromNames(names, (name) => seen[name])
      // Here too, because the form may have been left.
      storeFor(draftKey, names, typed, seen)
      setRestored(false)
    },
    clear: () => {
      base.current = {}
      writeFormDraft(draftKey, {})
      setRestored(false)
    },
    storeFor,
  }
}

export const fromNames = <Value>(names: readonly string[], read: (name: string) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)]))
