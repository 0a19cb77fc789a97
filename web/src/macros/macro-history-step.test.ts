import { closeHistory, history, redo, undo } from '@tiptap/pm/history'
import { Schema } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { MacroStep } from './macro-history-step.ts'

const schema = new Schema({
  nodes: { doc: { content: 'paragraph+' }, paragraph: { content: 'text*' }, text: {} },
})
const refund = { id: 3, name: 'Refund', actions: [], key: 'k' }
const thanks = { id: 4, name: 'Thanks', actions: [], key: 'l' }

/** An editor state with history, and the chosen macros according to its steps. */
function createState() {
  let state = EditorState.create({ schema, plugins: [history()] })
  let chosen: readonly unknown[] = []
  const dispatch = (tr: Transaction) => {
    state = state.apply(tr)
    for (const step of tr.steps) if (step instanceof MacroStep) chosen = step.after
  }
  return {
    type: (text: string) => dispatch(closeHistory(state.tr.insertText(text))),
    pick(text: string, before: (typeof refund)[], after: (typeof refund)[]) {
      dispatch(closeHistory((text ? state.tr.insertText(text) : state.tr).step(new MacroStep(before, after))))
    },
    undo: () => undo(state, dispatch),
    redo: () => redo(state, dispatch),
    now: () => [state.doc.textContent, chosen],
  }
}

test('undoing a macro removes its text and actions together, and redoing restores both', () => {
  const editor = createState()
  editor.type('Hello. ')
  editor.pick('Refunded.', [], [refund])
  editor.pick('Thanks.', [refund], [refund, thanks])
  editor.undo()
  expect(editor.now()).toEqual(['Hello. Refunded.', [refund]])
  editor.undo()
  expect(editor.now()).toEqual(['Hello. ', []])
  editor.redo()
  expect(editor.now()).toEqual(['Hello. Refunded.', [refund]])
})

test('a macro without text can be undone', () => {
  const editor = createState()
  editor.type('Hello.')
  editor.pick('', [], [thanks])
  editor.undo()
  expect(editor.now()).toEqual(['Hello.', []])
})
