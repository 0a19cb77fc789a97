import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as SchemaParser } from '@tiptap/pm/model'
import type { Editor, Range } from '@tiptap/react'
import { isBlankHtml } from '../editor/blank-html.ts'
import type { MacroStep } from './macro-history-step.ts'
import { loadTemplateEngine } from './template-engine.ts'

/**
 * Inserts a macro's rendered text at the caret, replacing the typed search, and adds its actions. One undo step. The
 * editor's schema drops anything an agent could not have written there.
 */
export async function insertMacro(
  editor: Editor,
  {
    html,
    values,
    range,
    createStep,
  }: {
    html: string
    values: () => TemplateValues
    range: Range | null
    createStep: () => MacroStep
  },
): Promise<void> {
  const { doc } = editor.state
  const fill = isBlankHtml(html) ? null : await loadTemplateEngine()
  if (editor.isDestroyed) return
  const { tr } = editor.state
  // If the document changed while the engine was loading, the range is no longer valid.
  if (range && editor.state.doc === doc) tr.delete(range.from, range.to)
  if (fill) {
    const page = new DOMParser().parseFromString(fill(html, values()), 'text/html')
    tr.replaceSelection(SchemaParser.fromSchema(editor.schema).parseSlice(page.body))
  }
  editor.view.dispatch(closeHistory(tr.step(createStep()).scrollIntoView()))
}
