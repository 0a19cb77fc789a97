import { useCallback, useSyncExternalStore } from 'react'
import { notifyStorageChange, onStorageChange } from './storage-changes.ts'

const storageKey = (key: string) => `parley.${key}`

/** A short text from local storage; null if there is none or storage is forbidden. */
export function readStoredValue(key: string): string | null {
  try {
    return localStorage.getItem(storageKey(key))
  } catch {
    return null
  }
}

export function storeValue(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(storageKey(key))
    else localStorage.setItem(storageKey(key), value)
  } catch {
    // Storage can be full or forbidden; then nothing is stored.
  }
  notifyStorageChange(storageKey(key))
}

/** State in local storage: survives a reload and is shared by all tabs. */
export function useStoredValue(key: string, initial: string) {
  const subscribe = useCallback(
    (changed: () => void) =>
      onStorageChange((changedKey) => {
        if (changedKey === storageKey(key)) changed()
      }),
    [key],
  )
  const value = useSyncExternalStore(subscribe, () => readStoredValue(key) ?? initial)
  return [value, (next: string) => storeValue(key, next)] as const
}

/** The same for a boolean. */
export function useStoredFlag(key: string, initial: boolean) {
  const [value, set] = useStoredValue(key, String(initial))
  return [value === 'true', (next: boolean) => set(String(next))] as const
}
