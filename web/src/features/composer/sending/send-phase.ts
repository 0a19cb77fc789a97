import { useCallback, useSyncExternalStore } from 'react'
import type { DraftKey } from '../../../lib/drafts.ts'

export type ConversationDraftKey = Extract<DraftKey, { uuid: string }>

/** Identifies a composer by conversation and mode. */
export const phaseKey = ({ uuid, mode }: ConversationDraftKey): string => `${uuid}.${mode}`

/** What happens once the reply has been accepted. */
export type AfterSend = { status: string; snoozed_until?: string } | null

/** The state of the last send from one composer; `restored` means undone. `step` increments with every change. */
export type SendPhase =
  | { kind: 'idle' | 'sending' | 'restored'; step: number }
  | { kind: 'failed'; step: number; message: string; after: AfterSend }

const idle: SendPhase = { kind: 'idle', step: 0 }
const phases = new Map<string, SendPhase>()
const listeners = new Map<string, Set<() => void>>()

// Outlives the component: sending continues after its author has opened another conversation.
export const getPhase = (place: string): SendPhase => phases.get(place) ?? idle

type Next = { kind: 'idle' | 'sending' | 'restored' } | { kind: 'failed'; message: string; after: AfterSend }

export function setPhase(place: string, next: Next) {
  phases.set(place, { ...next, step: getPhase(place).step + 1 })
  for (const changed of listeners.get(place) ?? []) changed()
}

/** Whether the composer is mounted and shows the outcome itself. */
export const isPhaseObserved = (place: string): boolean => (listeners.get(place)?.size ?? 0) > 0

export function useSendPhase(place: string): SendPhase {
  const subscribe = useCallback(
    (changed: () => void) => {
      const own = listeners.get(place) ?? new Set()
      listeners.set(place, own.add(changed))
      return () => own.delete(changed)
    },
    [place],
  )
  return useSyncExternalStore(subscribe, () => getPhase(place))
}
