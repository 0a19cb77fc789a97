import { Plugin } from '@tiptap/pm/state'
import { Extension } from '@tiptap/react'

/** While a model writes, nothing else changes the text: it would be gone when the whole answer takes its place. */
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

/** Marks what the model writes. */
export const modelTransactionMeta = 'of_model'
