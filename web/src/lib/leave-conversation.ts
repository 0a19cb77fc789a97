import { createStore, useStore } from './store.ts'

type Leave = (uuid: string, finished: readonly { uuid: string }[]) => string | null

let leave: Leave | null = null

/** Registered by the page that shows a list beside the conversation. */
export function registerLeave(next: Leave): () => void {
  leave = next
  return () => {
    if (leave === next) leave = null
  }
}

/**
 * Called when an agent has finished a conversation: goes where they prefer if it is the open one. Returns its path, to come back
 * when the action is undone; null if it stays open. `finished` are all that were finished together.
 */
export const leaveConversation = (
  uuid: string,
  finished: readonly { uuid: string }[] = [{ uuid }],
): string | null => leave?.(uuid, finished) ?? null

const endedList = createStore<string | null>(null)

/** The path of the list whose end was reached. */
export const setEndedList = (path: string | null) => endedList.set(path)

export const useIsListEnded = (path: string): boolean => useStore(endedList, (ended) => ended === path)
