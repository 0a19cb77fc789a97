import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '../command.ts'

/**
 * Entries of the palette's top level that depend on what is typed: conversations, "Search for …". They are shown as they come,
 * after the commands that match; `typed` is trimmed, and empty while nothing has been typed.
 */
export type PaletteSource = (typed: string) => readonly Command[]

type RegisteredSource = { source: PaletteSource; last: boolean }
let registered: readonly RegisteredSource[] = []
let sources: readonly PaletteSource[] = []
const listeners = new Set<() => void>()

/** Offers entries for as long as the component is on the page. `last` puts them below those of all other sources, whoever came first. */
export function usePaletteSource(source: PaletteSource, { last = false }: { last?: boolean } = {}) {
  // The palette is a part of its own that knows none of those who fill it.
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
