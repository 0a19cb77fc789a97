import { useSyncExternalStore } from 'react'

export type ReadableStore<Value> = {
  get: () => Value
  /** Calls the listener after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** State outside React: written from anywhere, read by components with `useStore`. */
export type Store<Value> = ReadableStore<Value> & {
  set: (next: Value) => void
  /** Whether anything subscribes, such as a mounted component. */
  isObserved: () => boolean
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isObserved: () => listeners.size > 0,
  }
}

/** Resolves with the part that `select` reads, as soon as it isn't undefined. */
export const untilStore = <Value, Part>(
  store: ReadableStore<Value>,
  select: (value: Value) => Part | undefined,
): Promise<Part> =>
  new Promise((resolve) => {
    const check = () => {
      const part = select(store.get())
      if (part === undefined) return
      unsubscribe()
      resolve(part)
    }
    const unsubscribe = store.subscribe(check)
    check()
  })

/**
 * The store's value, or the part that `select` reads; renders again when it changes. `select` must return the same part
 * for the same value.
 */
export function useStore<Value>(store: ReadableStore<Value>): Value
export function useStore<Value, Part>(store: ReadableStore<Value>, select: (value: Value) => Part): Part
export function useStore<Value>(store: ReadableStore<Value>, select?: (value: Value) => unknown) {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
