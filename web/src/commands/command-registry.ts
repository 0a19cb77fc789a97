import type { Shortcuts } from '@parley/contract/account/keyboard-shortcuts'
import { useEffect, useLayoutEffect } from 'react'
import { createStore, untilStore, useStore } from '../lib/store.ts'
import { type Command, displayKey } from './command.ts'

type Layer = readonly Command[]

/**
 * Layers with priority "above" take precedence over page layers, whatever the order: the selection goes before the
 * open conversation.
 */
export type LayerPriority = 'page' | 'above'

let layers: readonly { priority: LayerPriority; commands: Layer }[] = []
/** The agent's custom shortcuts, by command id. */
let customShortcuts: Shortcuts = {}
/** The commands that keys trigger. Combined when they are read: many layers change with a page. */
let activeCommands: readonly Command[] | null = []
/** The commands that are rendered; follows once a page and its focus have settled. */
const renderedCommands = createStore<readonly Command[]>([])

/** Registers commands until the returned function is called. A later layer replaces commands with the same id. */
export function registerCommands(commands: Layer, priority: LayerPriority = 'page'): () => void {
  const remove = addLayer(commands, priority)
  notifyListeners()
  return () => {
    remove()
    notifyListeners()
  }
}

function addLayer(commands: Layer, priority: LayerPriority): () => void {
  const layer = { priority, commands }
  setLayers([...layers, layer])
  return () => setLayers(layers.filter((one) => one !== layer))
}

/** The commands available on the current page, in registration order. */
export const currentCommands = (): readonly Command[] => {
  activeCommands ??= combine(layers)
  return activeCommands
}

export const findCommand = (id: string): Command | undefined =>
  currentCommands().find((command) => command.id === id)

/** Registers commands while the component is mounted. */
export function useCommands(commands: Layer, priority: LayerPriority = 'page') {
  // The registry lives outside React because shortcuts are window events. Registering before the first paint means
  // that a key pressed as soon as something appears already works.
  useLayoutEffect(() => addLayer(commands, priority), [commands, priority])
  // Buttons and menus re-render only afterwards: during layout effects that would interfere with the focus that a
  // closing dialog or menu restores.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the layer changes
  useEffect(() => {
    notifyListeners()
    return notifyListeners
  }, [commands, priority])
}

export const useAllCommands = (): readonly Command[] => useStore(renderedCommands)

/** A single command, for a button or menu item that triggers it; undefined while it is not registered. */
export const useCommand = (id: string): Command | undefined =>
  useStore(renderedCommands, (commands) => commands.find((command) => command.id === id))

/** A command that is about to be rendered, once it is. */
export const commandRendered = (id: string): Promise<Command> =>
  untilStore(renderedCommands, (commands) => commands.find((command) => command.id === id))

function setLayers(nextLayers: typeof layers) {
  layers = nextLayers
  activeCommands = null
}

function combine(all: typeof layers): readonly Command[] {
  const inOrder = [...all].sort((a, b) => Number(a.priority === 'above') - Number(b.priority === 'above'))
  const commands = withCustomKeys(inOrder.flatMap((layer) => layer.commands))
  return [...new Map(commands.map((command) => [command.id, command])).values()]
}

/**
 * The same commands with the agent's custom keys; for commands that are rendered but not registered, such as those of
 * a row menu.
 */
export const withCustomKeys = (commands: readonly Command[]): Command[] =>
  commands.map((command) => {
    const keys = customShortcuts[command.id]
    return keys ? { ...command, keys } : command
  })

/** Sets the agent's custom shortcuts; every other command keeps its default keys. */
export function setCustomShortcuts(keys: Shortcuts) {
  if (JSON.stringify(keys) === JSON.stringify(customShortcuts)) return
  customShortcuts = keys
  setLayers(layers)
  notifyListeners()
}

/** The key to show beside another control that does the same as a registered command. */
export const useShortcutKey = (id: string): string | undefined =>
  useStore(renderedCommands, (commands) => displayKey(commands.find((command) => command.id === id)))

function notifyListeners() {
  const commands = currentCommands()
  if (renderedCommands.get() !== commands) renderedCommands.set(commands)
}
