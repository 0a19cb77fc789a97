import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { ActionDescription, UndoOutcome } from '@parley/contract/undo/undo'
import { createStore, useStore } from '../lib/store.ts'

/** Something that the agent did in this tab. */
export type LoggedAction = ActionDescription & {
  /** How many conversations it changed. */
  count: number
  /** The ids by which the server undoes it; empty if it failed or changed nothing. */
  event_ids: Promise<number[]>
  /** The values before it, shown until the server has undone it. */
  previous: ReadonlyMap<string, Partial<ConversationShared>>
  /** Undoes what the server doesn't undo by event id, such as scheduling a reply. */
  undo?: () => Promise<UndoOutcome>
  /** The conversation to return to, if the action left it. */
  return_to?: string
}

const log = createStore<readonly LoggedAction[]>([])
const maxLength = 50

/** Remembers an action: it is named in a toast once the server has confirmed it, and can be undone. */
export const logAction = (action: LoggedAction) => log.set([...log.get(), action].slice(-maxLength))

export const lastAction = (): LoggedAction | undefined => log.get().at(-1)

export const removeAction = (action: LoggedAction) => log.set(log.get().filter((one) => one !== action))

export const useLoggedActions = (): readonly LoggedAction[] => useStore(log)

/** The values that a patch replaces. */
export const previousValues = (row: object, patch: object): Partial<ConversationShared> =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof typeof row]]))
