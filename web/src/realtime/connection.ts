import { createStore, useStore } from '../lib/store.ts'
import type { ConnectionState } from './socket.ts'

const connection = createStore<ConnectionState>('connecting')
const retry = createStore(() => {})

export const useConnection = (): ConnectionState => useStore(connection)

/** Whether changes are being pushed. If not, code that saves has to refetch the result. */
export const currentConnection = (): ConnectionState => connection.get()

export const setConnection = connection.set

export const retryConnection = () => retry.get()()

/** Sets what `retryConnection` does. */
export const setRetry = retry.set
