import { z } from 'zod'

/** `seen` is what was saved when the field was changed: of something else saved since, its owner has to be asked. */
const FormDraft = z.record(z.string(), z.object({ typed: z.unknown(), seen: z.unknown() }))
export type FormDraft = z.infer<typeof FormDraft>
const storageKey = (draftKey: string) => `parley.typed.${draftKey}`

/** What was typed into a form of this tab and neither saved nor discarded: survives a reload and a new sign-in, ends with the tab. */
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
    // Full or forbidden: the form still holds what was typed.
  }
}
