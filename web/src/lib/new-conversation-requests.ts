import { createStore, useStore } from './store.ts'

const requestCount = createStore(0)

/** Opens the new-conversation dialog; if it is open, reloads its draft. */
export const requestNewConversation = () => requestCount.set(requestCount.get() + 1)

/** Increases with each request. */
export const useNewConversationRequests = (): number => useStore(requestCount)
