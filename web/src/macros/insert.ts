import type { TemplateValues } from '@parley/contract/template-variables'
import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as SchemaParser } from '@tiptap/pm/model'
import type { Editor, Range } from '@tiptap/react'
import { loadFilling } from './filling.ts'

/**
 * Puts a macro's text at the caret, its variables filled in, in place of what was typed to find it. One step of the undo history. The
 * editor's schema keeps only what an agent could have written there.
 */
export async function insertText(
  editor: Editor,
  html: string,
  values: TemplateValues,
  replaced: Range | null,
): Promise<void> {
  const { doc } = editor.state
  const fill = await loadFilling()
  const page = new DOMParser().parseFromString(fill(html, values), 'text/html')
  const slice = SchemaParser.fromSchema(editor.schema).parseSlice(page.body)
  const { tr } = editor.state
  // Somebody typed on while the code for filling in was on its way: then the place is another.
  if (replaced && editor.state.doc === doc) tr.delete(replaced.from, replaced.to)
  editor.view.dispatch(closeHistory(tr.replaceSelection(slice).scrollIntoView()))
}
