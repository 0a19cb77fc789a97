import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '../command.ts'

/**
 * Top-level palette entries that depend on the query: conversations, "Search for …". They are shown as returned,
 * below the matching commands. `typed` is trimmed, and empty without a query.
 */
export type PaletteSource = (typed: string) => readonly Command[]

type RegisteredSource = { source: PaletteSource; last: boolean }
let registered: readonly RegisteredSource[] = []
let sources: readonly PaletteSource[] = []
const listeners = new Set<() => void>()

/** Registers a source while the component is mounted. `last` puts it below all other sources, whatever the order. */
export function usePaletteSource(source: PaletteSource, { last = false }: { last?: boolean } = {}) {
  // The palette does not know its sources.
  useEffect(() => {
    const own = { source, last }
    setSources([...registered, own])
    return () => setSources(registered.filter((one) => one !== own))
  }, [source, last])
}

export const usePaletteSources = (): readonly PaletteSource[] =>
  useSyncExternalStore(subscribe, currentSources)

const currentSources = () => sources

function setSources(next: readonly RegisteredSource[]) {
  registered = next
  sources = next.toSorted((a, b) => Number(a.last) - Number(b.last)).map(({ source }) => source)
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
