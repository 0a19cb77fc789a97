import { Plugin } from '@tiptap/pm/state'
import { Extension } from '@tiptap/react'

/** Blocks other edits while a model writes: they would be lost when the complete answer replaces the text. */
export const lockEditorWhile = (isBusy: () => boolean) =>
  Extension.create({
    name: 'lockWhile',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (transaction) =>
          !transaction.docChanged || !isBusy() || transaction.getMeta(modelTransactionMeta) === true,
      }),
    ],
  })

/** Marks transactions made by the model. */
export const modelTransactionMeta = 'of_model'
