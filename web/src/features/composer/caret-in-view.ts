import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'

/**
 * Ends the search for something to scroll when the caret is in view. ProseMirror would measure all ancestors after every key, of which
 * only the one around the text can be scrolled here.
 */
export const skipScrollInView = Extension.create({
  name: 'skipScrollInView',
  addProseMirrorPlugins: () => [new Plugin({ props: { handleScrollToSelection: isCaretInView } })],
})

function isCaretInView(view: EditorView): boolean {
  const box = view.dom.parentElement?.getBoundingClientRect()
  if (!box) return false
  const { top, right, bottom, left } = view.coordsAtPos(view.state.selection.head)
  return (
    top >= Math.max(box.top, 0) &&
    bottom <= Math.min(box.bottom, innerHeight) &&
    left >= box.left &&
    right <= box.right
  )
}
