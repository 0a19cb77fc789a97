import type { UsableMacro } from '@parley/contract/macro-rules'
import { PluginKey } from '@tiptap/pm/state'
import { type Editor, Extension, type Range } from '@tiptap/react'
import { exitSuggestion, Suggestion } from '@tiptap/suggestion'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { searchMacros } from './order.ts'

type Open = {
  /** What was typed after the slash. */
  query: string
  /** From the slash to the caret. */
  range: Range
  /** Where the caret is on the screen. */
  rect: () => DOMRect
  /** The macros that match; with none of them the menu does not show, and keys are only text. */
  found: readonly UsableMacro[]
  at: number
}

export type SlashMenu = ReturnType<typeof createSlashMenu>

/** The menu that `/` opens in an editor: its state lives outside React, where the editor's keys arrive. */
export function createSlashMenu() {
  const key = new PluginKey('macros')
  const listeners = new Set<() => void>()
  let open: Open | null = null
  let macros: readonly UsableMacro[] = []
  let onPick: (macro: UsableMacro, range: Range) => void = () => {}
  const set = (next: Open | null) => {
    open = next
    for (const changed of listeners) changed()
  }
  const show = ({ query, range, clientRect }: { query: string; range: Range; clientRect?: Rect }) => {
    const found = query.startsWith(' ') ? [] : searchMacros(macros, query)
    const at = open?.query === query ? Math.min(open.at, found.length - 1) : 0
    set({ query, range, rect: () => clientRect?.() ?? new DOMRect(), found, at })
  }
  const pick = (macro: UsableMacro | undefined) => {
    if (open && macro) onPick(macro, open.range)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || open.found.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false
    const last = open.found.length - 1
    if (event.key === 'ArrowDown') set({ ...open, at: open.at === last ? 0 : open.at + 1 })
    else if (event.key === 'ArrowUp') set({ ...open, at: open.at === 0 ? last : open.at - 1 })
    else if (event.key === 'Enter' && !event.shiftKey) pick(open.found[open.at])
    // A dialog around the editor must stay open.
    else if (event.key === 'Escape') event.stopPropagation()
    else return false
    return true
  }

  const extension = Extension.create({
    name: 'macros',
    // Before the keys that would break the line or move the caret.
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        Suggestion<UsableMacro>({
          editor: this.editor,
          pluginKey: key,
          char: '/',
          allowSpaces: true,
          render: () => ({
            onStart: show,
            onUpdate: show,
            onExit: () => set(null),
            onKeyDown: ({ event }) => onKeyDown(event),
          }),
        }),
      ]
    },
  })

  return {
    extension,
    state: () => open,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    offer(next: readonly UsableMacro[], picked: typeof onPick) {
      macros = next
      onPick = picked
    },
    pick,
    close: (editor: Editor) => exitSuggestion(editor.view, key),
  }
}

type Rect = (() => DOMRect | null) | null

/** A menu for one editor, offering these macros. */
export function useSlashMenu(
  macros: readonly UsableMacro[],
  onPick: (macro: UsableMacro, range: Range) => void,
): SlashMenu {
  const [menu] = useState(createSlashMenu)
  // The editor's plugins live outside React.
  useEffect(() => menu.offer(macros, onPick), [menu, macros, onPick])
  return menu
}

export const useSlashMenuState = (menu: SlashMenu): Open | null =>
  useSyncExternalStore(menu.subscribe, menu.state)
