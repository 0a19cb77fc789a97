import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from './command.ts'

type Layer = readonly Command[]

let layers: readonly Layer[] = []
let all: readonly Command[] = []
const listeners = new Set<() => void>()

/** Adds commands for as long as the returned function has not been called. A later layer replaces a command of the same id. */
export function addCommands(commands: Layer): () => void {
  set([...layers, commands])
  return () => set(layers.filter((layer) => layer !== commands))
}

/** What can be done on the page as it is now, in the order in which it was added. */
export const commands = (): readonly Command[] => all

export const findCommand = (id: string): Command | undefined => all.find((command) => command.id === id)

/** Offers commands while the component is on the page. */
export function useCommands(offered: Layer) {
  // The registry lives outside React: shortcuts arrive as window events.
  useEffect(() => addCommands(offered), [offered])
}

export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribe, commands)

/** One command, for the button or menu item that also does it; undefined while nobody offers it. */
export const useCommand = (id: string): Command | undefined =>
  useSyncExternalStore(subscribe, () => findCommand(id))

function set(next: readonly Layer[]) {
  layers = next
  all = [...new Map(layers.flat().map((command) => [command.id, command])).values()]
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
