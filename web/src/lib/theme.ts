import type { ThemeChoice } from '@parley/contract/agents/agent'
import { useSyncExternalStore } from 'react'
import { readStoredValue, storeValue, useStoredValue } from './browser/stored-value.ts'

export type Theme = 'light' | 'dark'

// web/build/early.js reads the same key before the first paint.
const KEY = 'theme'
const systemPrefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** The user's choice, or the system's theme if there is none. */
export function useTheme(): Theme {
  const [stored] = useStoredValue(KEY, '')
  const systemIsDark = useSyncExternalStore(
    (changed) => {
      systemPrefersDark?.addEventListener('change', changed)
      return () => systemPrefersDark?.removeEventListener('change', changed)
    },
    () => systemPrefersDark?.matches ?? false,
  )
  return resolveTheme(stored, systemIsDark)
}

/** Applies a theme and stores it for the next first paint. */
export function setTheme(choice: ThemeChoice) {
  const stored = choice === 'system' ? null : choice
  if (readStoredValue(KEY) === stored) return
  storeValue(KEY, stored)
  applyTheme()
}

export const currentTheme = (): Theme =>
  resolveTheme(readStoredValue(KEY), systemPrefersDark?.matches ?? false)

/** Follows changes of the system and of other tabs. Call once. */
export function watchTheme() {
  systemPrefersDark?.addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

function applyTheme() {
  document.documentElement.dataset.theme = currentTheme()
}

const resolveTheme = (chosen: string | null, systemIsDark: boolean): Theme =>
  chosen === 'dark' || chosen === 'light' ? chosen : systemIsDark ? 'dark' : 'light'
