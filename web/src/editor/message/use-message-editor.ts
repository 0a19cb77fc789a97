import type { MacroPlace } from '@parley/contract/macros/macros'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { AnyExtension, Editor } from '@tiptap/react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Draft } from '../../lib/drafts.ts'
import { useComposerMacros } from '../../macros/use-composer-macros.ts'
import { useAttachments } from '../attachments/use-attachments.ts'
import { emojiSuggestions } from '../emoji/emoji-suggestions.ts'
import { loadDocument } from '../load-document.ts'
import { createSuggestionStore, type SuggestionStore } from '../suggestions/suggestion-extension.ts'
import { useRichText } from '../use-rich-text.ts'
import { type MessageDraft, useAdoptions } from './message-draft.ts'

type MessageEditorOptions = {
  draft: MessageDraft
  /** Where its macros are used. */
  place: MacroPlace
  /** The conversation; null before it exists. */
  uuid: string | null
  label: string
  placeholder: string
  /** The current values of variables in macros. */
  values: () => TemplateValues
  /** Nothing can change while its form is sending it and then closes. */
  sending?: boolean
  /** Whether the text is locked for another reason. */
  isBusy?: () => boolean
  onHtml?: (html: string) => void
  /** Ctrl/Cmd+Enter, with whether Shift was held. */
  onSend: (shift: boolean) => void
  /** Ctrl/Cmd+Z in an empty editor; returns true when it was handled. */
  onUndoEmpty?: () => boolean
  /** Suggestions and other extensions; fixed once the editor exists. */
  extensions?: (suggestionStore: SuggestionStore) => AnyExtension[]
}

/**
 * The editor of a message with its attachments, emoji and macros, for replies, notes and new conversations. All its
 * content is in the draft, except for the document, which the editor keeps itself: `load` sets both.
 */
export function useMessageEditor({
  draft,
  place,
  uuid,
  label,
  placeholder,
  values,
  sending = false,
  isBusy,
  onHtml,
  onSend,
  onUndoEmpty,
  extensions: furtherExtensions,
}: MessageEditorOptions) {
  const attachments = useAttachments(draft)
  const [suggestionStore] = useState(createSuggestionStore)
  const macros = useComposerMacros({ place, uuid, draft, locked: sending, values, suggestionStore })
  const [extensions] = useState(() => [
    emojiSuggestions(suggestionStore),
    ...macros.extensions,
    ...(furtherExtensions?.(suggestionStore) ?? []),
  ])
  const editor = useRichText({
    label,
    placeholder,
    isLocked: () => sending || isBusy?.() === true,
    onChange: (updated) => {
      const html = updated.getHTML()
      draft.change({ html })
      onHtml?.(html)
    },
    onSend,
    ...(onUndoEmpty && { onUndoEmpty }),
    onPictures: attachments.insertPictures,
    onFiles: attachments.attach,
    extensions,
  })
  return {
    draft,
    editor,
    attachments,
    macros,
    suggestionStore,
    /** Shows this content, all of it, without saving it. */
    load: (content: Draft) => {
      draft.reset(content)
      if (editor && !editor.isDestroyed && !isShown(editor, content.html)) loadDocument(editor, content.html)
    },
    /** Continues with this content, as if its author had written it now. */
    replace: ({ html, files, fields, macros }: Draft) => {
      draft.change({ html, files, fields, macros, attempt: null })
      draft.flush()
      if (editor && !editor.isDestroyed) {
        loadDocument(editor, html)
        editor.commands.focus('end')
      }
    },
  }
}

/** Loading it again would move the caret. */
const isShown = (editor: Editor, html: string) => editor.getHTML() === (html || '<p></p>')

export type MessageEditor = ReturnType<typeof useMessageEditor>

/**
 * Loads the content once the editor exists, and again for each new revision. Before the paint, or a key pressed at
 * that moment would be lost.
 */
export function useContentLoader(editor: Editor | null, revision: number, load: () => void) {
  const loaded = useRef<{ editor: Editor; revision: number }>(null)
  const loadNow = useEffectEvent(load)
  // Without dependencies: React also repeats the layout effects of components that it hid temporarily.
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed) return
    if (loaded.current?.editor === editor && loaded.current.revision === revision) return
    loaded.current = { editor, revision }
    loadNow()
  })
}

/** Shows the text of another tab or device in the editor once the draft has adopted it. */
export function useAdoptedContent(
  { draft, editor }: Pick<MessageEditor, 'draft' | 'editor'>,
  onAdopt?: () => void,
) {
  const adopted = useAdoptions(draft)
  const shown = useRef(0)
  const show = useEffectEvent((target: Editor) => {
    loadDocument(target, draft.getCurrent().html)
    onAdopt?.()
  })
  // Before the paint, as above.
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed || shown.current === adopted) return
    shown.current = adopted
    show(editor)
  }, [editor, adopted])
}
