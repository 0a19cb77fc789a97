import { createStore, useStore } from './store.ts'

/** The conversation whose history is open, and the message or activity it was opened from. */
export type TrailTarget = { uuid: string; message_id: number | null }

const target = createStore<TrailTarget | null>(null)

/** Opens the history of a conversation, or closes it. Requested by thread rows and the side panel, shown by one dialog. */
export const showTrail = target.set

export const useTrailTarget = (): TrailTarget | null => useStore(target)
