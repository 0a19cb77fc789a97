import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { modelTransactionMeta } from './editor-lock.ts'

export type CompletionTarget = {
  /** What stands there, as plain text. */
  text: string
  /** Only a part of what is written. */
  isSelection: boolean
  /** Shows this in its place; neither saved nor a step to undo. */
  preview: (text: string) => void
  /** Puts it there for good, as one step to undo. */
  commit: (text: string) => void
  /** As it was. */
  restore: () => void
}

/**
 * Where a model's words go: the selection, or everything. The editor's own state is put aside meanwhile, with its undo steps, and every showing
 * begins from it: whatever goes wrong, what was typed is still there.
 */
export function completionTarget(editor: Editor): CompletionTarget {
  const kept = editor.state
  const { from, to, empty } = kept.selection
  const range = empty ? { from: 0, to: kept.doc.content.size } : { from, to }
  const replaced = (state: EditorState, text: string): Transaction => {
    const paragraphs = Fragment.from(toParagraphs(text, state.schema))
    return empty
      ? state.tr.replaceWith(range.from, range.to, paragraphs)
      : state.tr.replaceRange(range.from, range.to, new Slice(paragraphs, 1, 1))
  }
  const isAlive = () => !editor.isDestroyed
  return {
    text: kept.doc.textBetween(range.from, range.to, '\n\n', (leaf) =>
      leaf.type.name === 'hardBreak' ? '\n' : '',
    ),
    isSelection: !empty,
    preview: (text) => {
      if (isAlive())
        editor.view.updateState(kept.apply(replaced(kept, text).setMeta(modelTransactionMeta, true)))
    },
    commit: (text) => {
      if (!isAlive()) return
      editor.view.updateState(kept)
      editor.view.dispatch(closeHistory(kept.tr))
      editor.view.dispatch(replaced(editor.state, text).setMeta(modelTransactionMeta, true).scrollIntoView())
      // What is typed next is a step of its own.
      editor.view.dispatch(closeHistory(editor.state.tr))
    },
    restore: () => {
      if (isAlive()) editor.view.updateState(kept)
    },
  }
}

/** Paragraphs are parted by an empty line. */
function toParagraphs(text: string, schema: Schema): Node[] {
  const { paragraph, hardBreak } = schema.nodes
  if (!paragraph) throw new Error('The editor has no paragraphs')
  return text.split(/\n[ \t]*\n/).map((part) =>
    paragraph.create(
      null,
      part
        .split('\n')
        .flatMap((line, n) => [
          ...(n > 0 && hardBreak ? [hardBreak.create()] : []),
          ...(line ? [schema.text(line)] : []),
        ]),
    ),
  )
}
