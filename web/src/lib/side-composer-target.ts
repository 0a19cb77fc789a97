import { createStore, useStore } from './store.ts'

/** Which email to third parties is being written: a forwarded message or conversation, or an answer in a side thread. */
export type SideComposerTarget =
  | { uuid: string; kind: 'forward'; message_uuid: string | null }
  | { uuid: string; kind: 'answer'; side_thread_uuid: string }

const target = createStore<SideComposerTarget | null>(null)

/** Opens the composer for third parties, or closes it. Requested by messages, menus and commands, shown by the composer. */
export const showSideComposer = target.set

/** The target in this conversation. */
export const useSideComposerTarget = (uuid: string): SideComposerTarget | null =>
  useStore(target, (one) => (one?.uuid === uuid ? one : null))

/** Identifies its draft. */
export const sideDraftTarget = (target: SideComposerTarget): string =>
  target.kind === 'answer' ? target.side_thread_uuid : (target.message_uuid ?? target.uuid)
