import { z } from 'zod'

/** `seen` is what was saved when the field was changed: of something else saved since, its owner has to be asked. */
const Typed = z.record(z.string(), z.object({ typed: z.unknown(), seen: z.unknown() }))
export type Typed = z.infer<typeof Typed>
const keyOf = (place: string) => `parley.typed.${place}`

/** What was typed into a form of this tab and neither saved nor discarded: survives a reload and a new sign-in, ends with the tab. */
export function readTyped(place: string): Typed {
  try {
    return Typed.parse(JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeTyped(place: string, fields: Typed): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), JSON.stringify(fields))
  } catch {
    // Full or forbidden: the form still holds what was typed.
  }
}
