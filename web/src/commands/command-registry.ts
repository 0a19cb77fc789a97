import type { Shortcuts } from '@parley/contract/account/keyboard-shortcuts'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { type Command, displayKey } from './command.ts'

type Layer = readonly Command[]

/** Layers above stand over the others, whoever comes later: what is chosen goes before what is open. */
export type LayerPriority = 'page' | 'above'

let layers: readonly { level: LayerPriority; commands: Layer }[] = []
/** Keys of the agent's own, by command. */
let customShortcuts: Shortcuts = {}
/** What the keys do. */
let activeCommands: readonly Command[] = []
/** What is drawn; follows when a page and its focus have settled. */
let renderedCommands: readonly Command[] = []
const listeners = new Set<() => void>()

/** Adds commands for as long as the returned function has not been called. A later layer replaces a command of the same id. */
export function registerCommands(commands: Layer, level: LayerPriority = 'page'): () => void {
  const withdraw = addLayer(commands, level)
  notifyListeners()
  return () => {
    withdraw()
    notifyListeners()
  }
}

function addLayer(commands: Layer, level: LayerPriority): () => void {
  const layer = { level, commands }
  setLayers([...layers, layer])
  return () => setLayers(layers.filter((one) => one !== layer))
}

/** What can be done on the page as it is now, in the order in which it was added. */
export const currentCommands = (): readonly Command[] => activeCommands

export const findCommand = (id: string): Command | undefined =>
  activeCommands.find((command) => command.id === id)

/** Offers commands while the component is on the page. */
export function useCommands(offered: Layer, level: LayerPriority = 'page') {
  // The registry lives outside React: shortcuts arrive as window events. They have them before the first frame is painted: a key that is
  // pressed at the sight of it counts.
  useLayoutEffect(() => addLayer(offered, level), [offered, level])
  // Buttons and menus are drawn anew only afterwards: at the time of layout effects that would come between a dialog or menu and the focus
  // that it gives back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the layer was exchanged
  useEffect(() => {
    notifyListeners()
    return notifyListeners
  }, [offered, level])
}

export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribe, getRenderedCommands)

/** One command, for the button or menu item that also does it; undefined while nobody offers it. */
export const useCommand = (id: string): Command | undefined =>
  useSyncExternalStore(subscribe, () => renderedCommands.find((command) => command.id === id))

function setLayers(next: typeof layers) {
  layers = next
  const inOrder = [...layers].sort((a, b) => Number(a.level === 'above') - Number(b.level === 'above'))
  activeCommands = [
    ...new Map(
      withCustomKeys(inOrder.flatMap(({ commands }) => commands)).map((command) => [command.id, command]),
    ).values(),
  ]
}

/** The same commands with the keys that the agent gave them; for those that are shown without being offered, such as a row's menu. */
export const withCustomKeys = (commands: readonly Command[]): Command[] =>
  commands.map((command) => {
    const keys = customShortcuts[command.id]
    return keys ? { ...command, keys } : command
  })

/** From now on these commands answer to these keys, wherever they are shown or pressed; all others to their usual ones. */
export function setCustomShortcuts(keys: Shortcuts) {
  if (JSON.stringify(keys) === JSON.stringify(customShortcuts)) return
  customShortcuts = keys
  setLayers(layers)
  notifyListeners()
}

/** The key to show beside what does the same as a command that somebody offers. */
export const useShortcutKey = (id: string): string | undefined => displayKey(useCommand(id))

function notifyListeners() {
  if (renderedCommands === activeCommands) return
  renderedCommands = activeCommands
  for (const changed of listeners) changed()
}

const getRenderedCommands = () => renderedCommands

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
