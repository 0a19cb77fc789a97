import type { ThemeChoice } from '@parley/contract/agents/agent'
import { useSyncExternalStore } from 'react'
import { readStoredValue, storeValue, useStoredValue } from './browser/stored-value.ts'

export type Theme = 'light' | 'dark'

// web/build/theme.js reads the same key before the first paint.
const KEY = 'theme'
const systemPrefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** The person's choice, or the system's while there is none. */
export function useTheme(): Theme {
  const [chosen] = useStoredValue(KEY, '')
  const systemIsDark = useSyncExternalStore(
    (changed) => {
      systemPrefersDark?.addEventListener('change', changed)
      return () => systemPrefersDark?.removeEventListener('change', changed)
    },
    () => systemPrefersDark?.matches ?? false,
  )
  return resolveTheme(chosen, systemIsDark)
}

/** Shows what was chosen, and remembers it for the next first paint. */
export function setTheme(choice: ThemeChoice) {
  const kept = choice === 'system' ? null : choice
  if (readStoredValue(KEY) === kept) return
  storeValue(KEY, kept)
  applyTheme()
}

export const currentTheme = (): Theme =>
  resolveTheme(readStoredValue(KEY), systemPrefersDark?.matches ?? false)

/** Keeps the page in step with the system and with other tabs. Call once. */
export function watchTheme() {
  systemPrefersDark?.addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

function applyTheme() {
  document.documentElement.dataset.theme = currentTheme()
}

const resolveTheme = (chosen: string | null, systemIsDark: boolean): Theme =>
  chosen === 'dark' || chosen === 'light' ? chosen : systemIsDark ? 'dark' : 'light'
