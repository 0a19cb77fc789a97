import { useCallback, useSyncExternalStore } from 'react'
import type { DraftKey } from '../../../lib/drafts.ts'

export type ConversationDraftKey = Extract<DraftKey, { uuid: string }>

/** Identifies a composer by conversation and mode. */
export const phaseKey = ({ uuid, mode }: ConversationDraftKey): string => `${uuid}.${mode}`

/** What happens once the reply has been accepted. */
export type AfterSend = { status: string; snoozed_until?: string } | null

/** The state of the last send from one composer; `restored` means undone. `revision` increments with every change. */
export type SendPhase =
  | { kind: 'idle' | 'sending' | 'restored'; revision: number }
  | { kind: 'failed'; revision: number; message: string; after: AfterSend }

const idle: SendPhase = { kind: 'idle', revision: 0 }
const phases = new Map<string, SendPhase>()
const listeners = new Map<string, Set<() => void>>()

// Outlives the component: sending continues after its author has opened another conversation.
export const getPhase = (key: string): SendPhase => phases.get(key) ?? idle

type Next = { kind: 'idle' | 'sending' | 'restored' } | { kind: 'failed'; message: string; after: AfterSend }

export function setPhase(key: string, next: Next) {
  phases.set(key, { ...next, revision: getPhase(key).revision + 1 })
  for (const listener of listeners.get(key) ?? []) listener()
}

/** Whether the composer is mounted and shows the outcome itself. */
export const isPhaseObserved = (key: string): boolean => (listeners.get(key)?.size ?? 0) > 0

export function useSendPhase(key: string): SendPhase {
  const subscribe = useCallback(
    (listener: () => void) => {
      const observers = listeners.get(key) ?? new Set()
      listeners.set(key, observers.add(listener))
      return () => observers.delete(listener)
    },
    [key],
  )
  return useSyncExternalStore(subscribe, () => getPhase(key))
}
