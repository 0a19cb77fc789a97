import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import type { Command } from '../command.ts'

/**
 * Top-level palette entries that depend on the query: conversations, "Search for …". They are shown as returned,
 * below the matching commands. `query` is trimmed, and empty without a query.
 */
export type PaletteSource = (query: string) => readonly Command[]

type RegisteredSource = { source: PaletteSource; last: boolean }
let registered: readonly RegisteredSource[] = []
const sources = createStore<readonly PaletteSource[]>([])

/** Registers a source while the component is mounted. `last` puts it below all other sources, whatever the order. */
export function usePaletteSource(source: PaletteSource, { last = false }: { last?: boolean } = {}) {
  // The palette does not know its sources.
  useEffect(() => {
    const registration = { source, last }
    setSources([...registered, registration])
    return () => setSources(registered.filter((one) => one !== registration))
  }, [source, last])
}

export const usePaletteSources = (): readonly PaletteSource[] => useStore(sources)

function setSources(nextSources: readonly RegisteredSource[]) {
  registered = nextSources
  sources.set(nextSources.toSorted((a, b) => Number(a.last) - Number(b.last)).map(({ source }) => source))
}
