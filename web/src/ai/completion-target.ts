import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { modelTransactionMeta } from './editor-lock.ts'

export type CompletionTarget = {
  /** The current content, as plain text. */
  text: string
  /** Whether the target is a selection, not the whole document. */
  isSelection: boolean
  /** Shows the text in place. Neither saved nor an undo step. */
  preview: (text: string) => void
  /** Writes the text in place, as one undo step. */
  commit: (text: string) => void
  /** Restores the original content. */
  restore: () => void
}

/**
 * Where a model's answer goes: the selection, or the whole document. The editor state, including its undo history, is
 * captured first and every preview starts from it, so nothing the agent typed can be lost.
 */
export function completionTarget(editor: Editor): CompletionTarget {
  const original = editor.state
  const { from, to, empty } = original.selection
  const range = empty ? { from: 0, to: original.doc.content.size } : { from, to }
  const replaceWith = (state: EditorState, text: string): Transaction => {
    const paragraphs = Fragment.from(toParagraphs(text, state.schema))
    return empty
      ? state.tr.replaceWith(range.from, range.to, paragraphs)
      : state.tr.replaceRange(range.from, range.to, new Slice(paragraphs, 1, 1))
  }
  const isAlive = () => !editor.isDestroyed
  return {
    text: original.doc.textBetween(range.from, range.to, '\n\n', (leaf) =>
      leaf.type.name === 'hardBreak' ? '\n' : '',
    ),
    isSelection: !empty,
    preview: (text) => {
      if (isAlive())
        editor.view.updateState(
          original.apply(replaceWith(original, text).setMeta(modelTransactionMeta, true)),
        )
    },
    commit: (text) => {
      if (!isAlive()) return
      editor.view.updateState(original)
      editor.view.dispatch(closeHistory(original.tr))
      editor.view.dispatch(
        replaceWith(editor.state, text).setMeta(modelTransactionMeta, true).scrollIntoView(),
      )
      // What is typed next becomes an undo step of its own.
      editor.view.dispatch(closeHistory(editor.state.tr))
    },
    restore: () => {
      if (isAlive()) editor.view.updateState(original)
    },
  }
}

/** Paragraphs are separated by an empty line. */
function toParagraphs(text: string, schema: Schema): Node[] {
  const { paragraph, hardBreak } = schema.nodes
  if (!paragraph) throw new Error('The editor schema has no paragraph node')
  return text.split(/\n[ \t]*\n/).map((block) =>
    paragraph.create(
      null,
      block
        .split('\n')
        .flatMap((line, n) => [
          ...(n > 0 && hardBreak ? [hardBreak.create()] : []),
          ...(line ? [schema.text(line)] : []),
        ]),
    ),
  )
}
