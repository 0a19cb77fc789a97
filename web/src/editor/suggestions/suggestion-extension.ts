import { type Editor, Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { exitSuggestion, Suggestion } from '@tiptap/suggestion'
import type { LucideIcon } from 'lucide-react'

/** Something that can be put in place of what is being typed. */
export type SuggestionItem = {
  id: string
  /** An emoji, an icon, or the initials of a person. */
  icon: string | LucideIcon
  /** Whose initials they are. */
  person?: { avatar_url: string | null }
  label: string
  /** Beneath the label: what it says, and what it does. */
  lines?: { text: string; strong: boolean }[]
  insert: (editor: Editor, range: Range) => void
}

/** What is offered at this moment, and where the text is that asks for it. */
export type ActiveSuggestions = {
  /** What opened it; each has rows of its own kind. */
  char: string
  /** A key of the catalogue. */
  name: string
  items: readonly SuggestionItem[]
  active: number
  rect: () => DOMRect
  select: (index: number) => void
  dismiss: () => void
}

export type SuggestionStore = ReturnType<typeof createSuggestionStore>

/** Between the editor, which lives outside React, and the list that shows what it offers. */
export function createSuggestionStore() {
  let offer: ActiveSuggestions | null = null
  const listeners = new Set<() => void>()
  const searches = new Map<string, () => void>()
  return {
    /** How to search anew for what `char` opened. */
    onRefresh: (char: string, again: () => void) => void searches.set(char, again),
    /** There is something else to find: whoever is searching just now sees it. */
    refresh: (char: string) => searches.get(char)?.(),
    get: () => offer,
    set(next: ActiveSuggestions | null) {
      offer = next
      for (const changed of listeners) changed()
    },
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
      }
    },
  }
}

export const SUGGESTION_LIST_ID = 'editor-suggestions'
export const optionId = (index: number) => `${SUGGESTION_LIST_ID}-${index}`

type SuggestionSource = {
  char: string
  /** The list's name, a key of the catalogue. */
  name: string
  /** So many letters it takes. */
  minLength: number
  /** Whether what is searched for may have spaces. */
  allowSpaces?: boolean
  store: SuggestionStore
  search: (query: string) => readonly SuggestionItem[] | Promise<readonly SuggestionItem[]>
}

/**
 * Offers rows for the word after `char`. Arrows move, Enter and Tab take, Esc closes; anything else is typing. Screen readers hear of
 * it through the editor's own element, which keeps the focus.
 */
export function suggestionExtension(kind: SuggestionSource): Extension {
  const { char, minLength: least, allowSpaces: spaces = false, search } = kind
  const pluginKey = new PluginKey(`suggestions ${char}`)
  return Extension.create({
    name: `suggestions ${char}`,
    // Before the keys that would break the line or move the caret.
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        Suggestion<SuggestionItem, SuggestionItem>({
          editor: this.editor,
          pluginKey,
          char,
          allowSpaces: spaces,
          minQueryLength: least,
          items: async ({ query }) => (query.length < least ? [] : [...(await search(query))]),
          command: ({ editor, range, props }) => props.insert(editor, range),
          render: () => {
            let asked: SuggestionState | null = null
            const found = (props: SuggestionState) => {
              asked = props
              show(kind, pluginKey, props)
            }
            const again = async () => {
              const before = asked
              if (!before || before.query.length < least) return
              const items = [...(await search(before.query))]
              if (asked !== before) return
              asked = { ...before, items }
              // Who is about to take a row takes that one, wherever it is now.
              show(kind, pluginKey, asked, highlightedId(kind))
            }
            kind.store.onRefresh(char, () => void again())
            return {
              onStart: found,
              onUpdate: found,
              onKeyDown: ({ event }) => {
                if (event.key === 'Escape') asked = null
                return onKey(kind, event)
              },
              onExit: ({ editor }) => {
                asked = null
                close(kind, editor)
              },
            }
          },
        }),
      ]
    },
  })
}

type SuggestionState = {
  editor: Editor
  query: string
  items: SuggestionItem[]
  command: (row: SuggestionItem) => void
  clientRect?: (() => DOMRect | null) | null
}

const highlightedId = ({ char, store }: SuggestionSource): string | undefined => {
  const offer = store.get()
  return offer?.char === char ? offer.items[offer.active]?.id : undefined
}

/** `id`: the row to highlight, instead of the first. */
function show(
  kind: SuggestionSource,
  pluginKey: PluginKey,
  { editor, items, command, clientRect }: SuggestionState,
  id?: string,
) {
  const active = Math.max(
    0,
    items.findIndex((row) => row.id === id),
  )
  const first = clientRect?.()
  if (items.length === 0 || !first) return close(kind, editor)
  kind.store.set({
    char: kind.char,
    name: kind.name,
    items: items,
    active,
    rect: () => clientRect?.() ?? first,
    select: (index) => {
      const row = items[index]
      if (row) command(row)
    },
    dismiss: () => {
      if (!editor.isDestroyed) exitSuggestion(editor.view, pluginKey)
    },
  })
  setAriaAttributes(editor.view.dom, active)
}

function onKey({ char, store }: SuggestionSource, event: KeyboardEvent): boolean {
  const offer = store.get()
  if (offer?.char !== char || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const { items: rows, active } = offer
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) store.set({ ...offer, active: (active + step + rows.length) % rows.length })
  else if (event.key === 'Enter' || event.key === 'Tab') offer.select(active)
  else if (event.key === 'Escape') {
    store.set(null)
    // The dialog or page around must not take it as well.
    event.stopPropagation()
  } else return false
  event.preventDefault()
  if (step && event.target instanceof HTMLElement) setAriaAttributes(event.target, store.get()?.active ?? 0)
  return true
}

function setAriaAttributes(element: HTMLElement, active: number) {
  element.setAttribute('aria-autocomplete', 'list')
  element.setAttribute('aria-controls', SUGGESTION_LIST_ID)
  element.setAttribute('aria-activedescendant', optionId(active))
}

/** Only what this kind offered: while a macro is searched for, an emoji may be on offer. */
function close({ char, store }: SuggestionSource, editor: Editor) {
  const offer = store.get()
  if (offer && offer.char !== char) return
  if (offer) store.set(null)
  if (editor.isDestroyed) return
  editor.view.dom.removeAttribute('aria-controls')
  editor.view.dom.removeAttribute('aria-activedescendant')
}
