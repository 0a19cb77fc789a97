import { EditorState, Selection } from '@tiptap/pm/state'
import { createDocument, type Editor } from '@tiptap/react'

/** Replaces the document and starts a new history: undo must not bring back what was there before. */
export function loadDocument(editor: Editor, html: string) {
  const { schema, plugins } = editor.state
  const doc = createDocument(html, schema)
  editor.view.updateState(EditorState.create({ schema, plugins, doc, selection: Selection.atEnd(doc) }))
  // Plugins and buttons follow transactions, not states.
  editor.view.dispatch(editor.state.tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}
