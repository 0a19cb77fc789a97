import { z } from 'zod'

/** `seen` is the saved value at the time of the edit. If the saved value has changed since, it is a merge conflict. */
const FormDraft = z.record(z.string(), z.object({ typed: z.unknown(), seen: z.unknown() }))
export type FormDraft = z.infer<typeof FormDraft>
const storageKey = (draftKey: string) => `parley.typed.${draftKey}`

/** Unsaved input of a form. Kept in session storage: survives a reload and a new sign-in, ends with the tab. */
export function readFormDraft(draftKey: string): FormDraft {
  try {
    return FormDraft.parse(JSON.parse(sessionStorage.getItem(storageKey(draftKey)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeFormDraft(draftKey: string, draft: FormDraft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(storageKey(draftKey))
    else sessionStorage.setItem(storageKey(draftKey), JSON.stringify(draft))
  } catch {
    // Storage may be full or forbidden. The form still holds the input.
  }
}
