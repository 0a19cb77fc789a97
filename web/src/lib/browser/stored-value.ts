import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Map<string, Set<() => void>>()

/** A short text from local storage; null if there is none or storage is forbidden. */
export function readStoredValue(key: string): string | null {
  try {
    return localStorage.getItem(`parley.${key}`)
  } catch {
    return null
  }
}

export function storeValue(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(`parley.${key}`)
    else localStorage.setItem(`parley.${key}`, value)
  } catch {
    // Storage can be full or forbidden; then the value lasts as long as the page.
  }
  for (const listener of listeners.get(key) ?? []) listener()
}

/** State in local storage: survives a reload and is shared by all tabs. */
export function useStoredValue(key: string, initial: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const keyListeners = listeners.get(key) ?? new Set()
      listeners.set(key, keyListeners.add(changed))
      const onStorage = (event: StorageEvent) => event.key === `parley.${key}` && changed()
      addEventListener('storage', onStorage)
      return () => {
        keyListeners.delete(changed)
        removeEventListener('storage', onStorage)
      }
    },
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
