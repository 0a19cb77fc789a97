import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { ChosenMacro, NamedMacro } from '@parley/contract/macros/macros'
import { randomId } from '../lib/browser/random-id.ts'
import type { DraftMacro } from '../lib/drafts.ts'

/** Adds a macro. The later of two actions of the same kind wins; the same macro again starts over. */
export function addMacro(macros: readonly DraftMacro[], { id, name, actions }: UsableMacro): DraftMacro[] {
  const types = new Set<string>(actions.map(({ type }) => type))
  return [
    ...macros
      .filter((one) => one.id !== id)
      .map((one) => ({ ...one, actions: one.actions.filter(({ type }) => !types.has(type)) })),
    { id, name, actions, key: randomId() },
  ]
}

/** Removes one action. The macro stays, because its text was used and that counts as a use. */
export const removeMacroAction = (macros: readonly DraftMacro[], id: number, type: string): DraftMacro[] =>
  macros.map((one) =>
    one.id === id ? { ...one, actions: one.actions.filter((action) => action.type !== type) } : one,
  )

/** For the request that sends the message. */
export const toChosenMacros = (macros: readonly DraftMacro[]): ChosenMacro[] =>
  macros.map(({ id, actions }) => ({ id, actions: actions.map(({ type, value }) => ({ type, value })) }))

/** Restores the macros of an undone message; sending them again is another use. */
export const toDraftMacros = (macros: readonly NamedMacro[]): DraftMacro[] =>
  macros.map((macro) => ({ ...macro, key: randomId() }))
