import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from './command.ts'

/**
 * Entries of the palette's top level that depend on what is typed: conversations, "Search for …". They are shown as they come,
 * after the commands that match; `typed` is trimmed, and empty while nothing has been typed.
 */
export type PaletteSource = (typed: string) => readonly Command[]

let sources: readonly PaletteSource[] = []
const listeners = new Set<() => void>()

/** Offers entries for as long as the component is on the page. */
export function usePaletteSource(source: PaletteSource) {
  // The palette is a part of its own that knows none of those who fill it.
  useEffect(() => {
    set([...sources, source])
    return () => set(sources.filter((one) => one !== source))
  }, [source])
}

export const usePaletteSources = (): readonly PaletteSource[] => useSyncExternalStore(subscribe, current)

const current = () => sources

function set(next: readonly PaletteSource[]) {
  sources = next
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
