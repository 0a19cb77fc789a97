import { z } from 'zod'

const Typed = z.record(z.string(), z.unknown())
const keyOf = (place: string) => `parley.typed.${place}`

/** What was typed into a form of this tab and neither saved nor discarded: survives a reload and a new sign-in, ends with the tab. */
export function readTyped(place: string): Record<string, unknown> {
  try {
    return Typed.parse(JSON.parse(sessionStorage.getItem(keyOf(place)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeTyped(place: string, values: Record<string, unknown>): void {
  try {
    if (Object.keys(values).length === 0) sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), JSON.stringify(values))
  } catch {
    // Full or forbidden: the form still holds what was typed.
  }
}
