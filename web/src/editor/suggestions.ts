import { type Editor, Extension, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'

/** Something that can be put in place of what is being typed. */
export type Suggested = {
  id: string
  /** An emoji, or initials. */
  mark: string
  /** Whose initials they are. */
  person?: { avatar_url: string | null }
  label: string
  insert: (editor: Editor, range: Range) => void
}

/** What is offered at this moment, and where the text is that asks for it. */
export type Offer = {
  rows: readonly Suggested[]
  active: number
  at: DOMRect
  pick: (index: number) => void
}

export type OfferStore = ReturnType<typeof offerStore>

/** Between the editor, which lives outside React, and the list that shows what it offers. */
export function offerStore() {
  let offer: Offer | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => offer,
    set(next: Offer | null) {
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

export const OFFER_ID = 'editor-suggestions'
export const optionId = (index: number) => `${OFFER_ID}-${index}`

/**
 * Offers rows for the word after `char`. Arrows move, Enter and Tab take, Esc closes; anything else is typing. Screen readers hear of
 * it through the editor's own element, which keeps the focus.
 */
export function suggestionExtension({
  char,
  least,
  store,
  search,
}: {
  char: string
  /** So many letters it takes. */
  least: number
  store: OfferStore
  search: (query: string) => readonly Suggested[] | Promise<readonly Suggested[]>
}): Extension {
  return Extension.create({
    name: `suggestions ${char}`,
    addProseMirrorPlugins() {
      return [
        Suggestion<Suggested, Suggested>({
          editor: this.editor,
          pluginKey: new PluginKey(`suggestions ${char}`),
          char,
          minQueryLength: least,
          items: async ({ query }) => (query.length < least ? [] : [...(await search(query))]),
          command: ({ editor, range, props }) => props.insert(editor, range),
          render: () => ({
            onStart: (props) => show(store, props),
            onUpdate: (props) => show(store, props),
            onKeyDown: ({ event }) => onKey(store, event),
            onExit: ({ editor }) => close(store, editor),
          }),
        }),
      ]
    },
  })
}

type Shown = {
  editor: Editor
  items: Suggested[]
  command: (row: Suggested) => void
  clientRect?: (() => DOMRect | null) | null
}

function show(store: OfferStore, { editor, items, command, clientRect }: Shown) {
  const at = clientRect?.()
  if (items.length === 0 || !at) return close(store, editor)
  const pick = (index: number) => {
    const row = items[index]
    if (row) command(row)
  }
  move(store, { rows: items, active: 0, at, pick })
  name(editor, 0)
}

function onKey(store: OfferStore, event: KeyboardEvent): boolean {
  const offer = store.get()
  if (!offer || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const { rows, active } = offer
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) move(store, { ...offer, active: (active + step + rows.length) % rows.length })
  else if (event.key === 'Enter' || event.key === 'Tab') offer.pick(active)
  else if (event.key === 'Escape') {
    store.set(null)
    // The dialog or page around must not take it as well.
    event.stopPropagation()
  } else return false
  event.preventDefault()
  const element = event.target instanceof HTMLElement ? event.target : null
  if (step) element?.setAttribute('aria-activedescendant', optionId(store.get()?.active ?? 0))
  return true
}

const move = (store: OfferStore, offer: Offer) => store.set(offer)

function name({ view }: Editor, active: number) {
  view.dom.setAttribute('aria-autocomplete', 'list')
  view.dom.setAttribute('aria-controls', OFFER_ID)
  view.dom.setAttribute('aria-activedescendant', optionId(active))
}

function close(store: OfferStore, editor: Editor) {
  if (store.get()) store.set(null)
  if (editor.isDestroyed) return
  editor.view.dom.removeAttribute('aria-controls')
  editor.view.dom.removeAttribute('aria-activedescendant')
}
