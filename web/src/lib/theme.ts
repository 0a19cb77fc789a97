import type { ThemeChoice } from '@parley/contract/people'
import { useSyncExternalStore } from 'react'
import { readRemembered, remember, useRemembered } from './remembered.ts'

export type Theme = 'light' | 'dark'

// web/build/theme.js reads the same key before the first paint.
const KEY = 'theme'
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** The person's choice, or the system's while there is none. */
export function useTheme(): Theme {
  const [chosen] = useRemembered(KEY, '')
  const systemIsDark = useSyncExternalStore(
    (changed) => {
      system?.addEventListener('change', changed)
      return () => system?.removeEventListener('change', changed)
    },
    () => system?.matches ?? false,
  )
  return themeFor(chosen, systemIsDark)
}

/** Shows what was chosen, and remembers it for the next first paint. */
export function showTheme(choice: ThemeChoice) {
  const kept = choice === 'system' ? null : choice
  if (readRemembered(KEY) === kept) return
  remember(KEY, kept)
  paint()
}

export const currentTheme = (): Theme => themeFor(readRemembered(KEY), system?.matches ?? false)

/** Keeps the page in step with the system and with other tabs. Call once. */
export function watchTheme() {
  system?.addEventListener('change', paint)
  addEventListener('storage', paint)
}

function paint() {
  document.documentElement.dataset.theme = currentTheme()
}

const themeFor = (chosen: string | null, systemIsDark: boolean): Theme =>
  chosen === 'dark' || chosen === 'light' ? chosen : systemIsDark ? 'dark' : 'light'
