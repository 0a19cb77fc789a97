import { history, undo } from '@tiptap/pm/history'
import { Schema } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { expect, test } from 'vitest'
import { completionTarget } from './completion-target.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'inline*', group: 'block' },
    text: { group: 'inline' },
    hardBreak: { group: 'inline', inline: true, leafText: () => '\n' },
  },
})

/** A headless editor into which `text` was typed. */
function editorWith(text: string) {
  const doc = schema.node('doc', null, [schema.node('paragraph')])
  const editor = {
    state: EditorState.create({ doc, plugins: [history()] }),
    isDestroyed: false,
    view: {
      updateState(state: EditorState) {
        editor.state = state
      },
      dispatch(transaction: Transaction) {
        editor.state = editor.state.apply(transaction)
      },
    },
  }
  editor.view.dispatch(editor.state.tr.insertText(text, 1))
  return {
    editor,
    target: () => completionTarget(editor as unknown as Editor), // the part of Editor that is used
    type: (more: string) => editor.view.dispatch(editor.state.tr.insertText(more)),
    undo: () => undo(editor.state, editor.view.dispatch),
    select: (from: number, to: number) =>
      editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to))),
    content: () => editor.state.doc.textBetween(0, editor.state.doc.content.size, '¶'),
  }
}

test('a streamed preview is not an undo step and disappears when streaming stops', () => {
  const { target, content, undo } = editorWith('we send it')
  const { text, isSelection, preview, restore } = target()
  expect([text, isSelection]).toEqual(['we send it', false])
  preview('We')
  preview('We are')
  expect(content()).toBe('We are')
  restore()
  expect(content()).toBe('we send it')
  undo()
  expect(content()).toBe('')
})

test('the whole response is one undo step, separate from what was typed before and after', () => {
  const { target, content, type, undo } = editorWith('we send it')
  const { preview, commit } = target()
  preview('We are')
  commit('We are sending it\ntoday.\n\nAda')
  expect(content()).toBe('We are sending it\ntoday.¶Ada')
  type('!')
  expect(content()).toMatch(/!/)
  undo()
  expect(content()).toBe('We are sending it\ntoday.¶Ada')
  undo()
  expect(content()).toBe('we send it')
  undo()
  expect(content()).toBe('')
})

test('text outside the selection is not changed', () => {
  const { target, content, select } = editorWith('we send it soon')
  select(4, 8)
  const { text, isSelection, preview, commit } = target()
  expect([text, isSelection]).toEqual(['send', true])
  preview('will')
  expect(content()).toBe('we will it soon')
  commit('are sending')
  expect(content()).toBe('we are sending it soon')
})

test('a destroyed editor is not touched', () => {
  const { editor, target, content } = editorWith('we send it')
  const { preview, commit } = target()
  editor.isDestroyed = true
  for (const write of [preview, commit]) {
    write('We')
    expect(content()).toBe('we send it')
  }
})
