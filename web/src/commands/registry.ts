import type { Shortcuts } from '@parley/contract/shortcuts'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { type Command, shownKey } from './command.ts'

type Layer = readonly Command[]

/** Layers above stand over the others, whoever comes later: what is chosen goes before what is open. */
export type Level = 'page' | 'above'

let layers: readonly { level: Level; commands: Layer }[] = []
/** Keys of the agent's own, by command. */
let own: Shortcuts = {}
/** What the keys do. */
let all: readonly Command[] = []
/** What is drawn; follows when a page and its focus have settled. */
let drawn: readonly Command[] = []
const listeners = new Set<() => void>()

/** Adds commands for as long as the returned function has not been called. A later layer replaces a command of the same id. */
export function addCommands(commands: Layer, level: Level = 'page'): () => void {
  const withdraw = offer(commands, level)
  announce()
  return () => {
    withdraw()
    announce()
  }
}

function offer(commands: Layer, level: Level): () => void {
  const layer = { level, commands }
  set([...layers, layer])
  return () => set(layers.filter((one) => one !== layer))
}

/** What can be done on the page as it is now, in the order in which it was added. */
export const commands = (): readonly Command[] => all

export const findCommand = (id: string): Command | undefined => all.find((command) => command.id === id)

/** Offers commands while the component is on the page. */
export function useCommands(offered: Layer, level: Level = 'page') {
  // The registry lives outside React: shortcuts arrive as window events. They have them before the first frame is painted: a key that is
  // pressed at the sight of it counts.
  useLayoutEffect(() => offer(offered, level), [offered, level])
  // Buttons and menus are drawn anew only afterwards: at the time of layout effects that would come between a dialog or menu and the focus
  // that it gives back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the layer was exchanged
  useEffect(() => {
    announce()
    return announce
  }, [offered, level])
}

export const useAllCommands = (): readonly Command[] => useSyncExternalStore(subscribe, drawnCommands)

/** One command, for the button or menu item that also does it; undefined while nobody offers it. */
export const useCommand = (id: string): Command | undefined =>
  useSyncExternalStore(subscribe, () => drawn.find((command) => command.id === id))

function set(next: typeof layers) {
  layers = next
  const inOrder = [...layers].sort((a, b) => Number(a.level === 'above') - Number(b.level === 'above'))
  all = [
    ...new Map(
      withOwnKeys(inOrder.flatMap(({ commands }) => commands)).map((command) => [command.id, command]),
    ).values(),
  ]
}

/** The same commands with the keys that the agent gave them; for those that are shown without being offered, such as a row's menu. */
export const withOwnKeys = (commands: readonly Command[]): Command[] =>
  commands.map((command) => {
    const keys = own[command.id]
    return keys ? { ...command, keys } : command
  })

/** From now on these commands answer to these keys, wherever they are shown or pressed; all others to their usual ones. */
export function remap(keys: Shortcuts) {
  if (JSON.stringify(keys) === JSON.stringify(own)) return
  own = keys
  set(layers)
  announce()
}

/** The key to show beside what does the same as a command that somebody offers. */
export const useKey = (id: string): string | undefined => shownKey(useCommand(id))

function announce() {
  if (drawn === all) return
  drawn = all
  for (const changed of listeners) changed()
}

const drawnCommands = () => drawn

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
