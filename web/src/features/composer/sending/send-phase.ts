import type { ColleagueReply } from '@parley/contract/messages/colleague-replies'
import type { ConversationDraftKey } from '../../../lib/drafts.ts'
import { createStore, type Store, useStore } from '../../../lib/store.ts'

/** Identifies a composer by conversation and mode. */
export const phaseKey = ({ uuid, mode }: ConversationDraftKey): string => `${uuid}.${mode}`

/** When a reply is sent, if not now. */
type SendLater = { send_at: string; hold_if_customer_replies: boolean }

/** What happens once the reply has been accepted or, sent later, once it is sent. */
export type AfterSend = { status?: string; snoozed_until?: string; later?: SendLater } | null

/**
 * The state of the last send from one composer; `restored` means that its draft has changed outside of the editor, as when a
 * send was undone, and `stopped` that a colleague has replied.
 * `revision` increments with every change.
 */
export type SendPhase =
  | { kind: 'idle' | 'sending' | 'restored'; revision: number }
  | { kind: 'failed'; revision: number; message: string; after: AfterSend }
  | { kind: 'stopped'; revision: number; reply: ColleagueReply; after: AfterSend }

const idle: SendPhase = { kind: 'idle', revision: 0 }
// Outlive the component: sending continues after its author has opened another conversation.
const stores = new Map<string, Store<SendPhase>>()

function phaseStore(key: string): Store<SendPhase> {
  const store = stores.get(key) ?? createStore<SendPhase>(idle)
  stores.set(key, store)
  return store
}

export const getPhase = (key: string): SendPhase => phaseStore(key).get()

type Next =
  | { kind: 'idle' | 'sending' | 'restored' }
  | { kind: 'failed'; message: string; after: AfterSend }
  | { kind: 'stopped'; reply: ColleagueReply; after: AfterSend }

export const setPhase = (key: string, next: Next) =>
  phaseStore(key).set({ ...next, revision: getPhase(key).revision + 1 })

/** Shows the stored draft, which something other than the editor has changed. */
export function reloadDraft(key: string) {
  setPhase(key, { kind: getPhase(key).kind === 'sending' ? 'sending' : 'restored' })
}

/** Whether the composer is mounted and shows the outcome itself. */
export const isPhaseObserved = (key: string): boolean => phaseStore(key).isObserved()

export const useSendPhase = (key: string): SendPhase => useStore(phaseStore(key))
