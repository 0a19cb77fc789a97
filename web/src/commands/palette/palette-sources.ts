import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '../command.ts'

/**
 * Top-level palette entries that depend on the query: conversations, "Search for …". They are shown as returned,
 * below the matching commands. `query` is trimmed, and empty without a query.
 */
export type PaletteSource = (query: string) => readonly Command[]

type RegisteredSource = { source: PaletteSource; last: boolean }
let registered: readonly RegisteredSource[] = []
let sources: readonly PaletteSource[] = []
const listeners = new Set<() => void>()

/** Registers a source while the component is mounted. `last` puts it below all other sources, whatever the order. */
export function usePaletteSource(source: PaletteSource, { last = false }: { last?: boolean } = {}) {
  // The palette does not know its sources.
  useEffect(() => {
    const registration = { source, last }
    setSources([...registered, registration])
    return () => setSources(registered.filter((one) => one !== registration))
  }, [source, last])
}

export const usePaletteSources = (): readonly PaletteSource[] =>
  useSyncExternalStore(subscribe, currentSources)

const currentSources = () => sources

function setSources(nextSources: readonly RegisteredSource[]) {
  registered = nextSources
  sources = nextSources.toSorted((a, b) => Number(a.last) - Number(b.last)).map(({ source }) => source)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
