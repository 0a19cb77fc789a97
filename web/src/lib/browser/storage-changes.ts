const listeners = new Set<(key: string | null) => void>()

/** Reports a change of local storage by this tab. The browser itself reports only those of other tabs. */
export function notifyStorageChange(key: string) {
  for (const listener of listeners) listener(key)
}

/** Calls the listener with each key that this or another tab changes; with null when everything is cleared. */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => listener(key)
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
