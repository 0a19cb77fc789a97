import { createStore, useStore } from '../../lib/store.ts'

const readingUuid = createStore<string | null>(null)

/** Sets the conversation that is being read: it has been open for a while, and new messages count as seen. */
export const setReading = (uuid: string | null) => readingUuid.set(uuid)

export const useIsReading = (uuid: string): boolean => useStore(readingUuid, (reading) => reading === uuid)
