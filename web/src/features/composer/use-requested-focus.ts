import type { Editor } from '@tiptap/react'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  bufferedText,
  type ComposerBuffer,
  emptyComposerBuffer,
} from '../../commands/keystroke-buffer/composer-buffer.ts'

/** Focuses the editor for each request, and inserts what was typed before the editor had loaded. */
export function useRequestedFocus(
  editor: Editor | null,
  {
    focusRequests,
    bufferRef,
    isEmpty,
    onSend,
    onSendLater,
  }: {
    focusRequests: number
    bufferRef: RefObject<ComposerBuffer>
    /** Whether there is no message yet. */
    isEmpty: () => boolean
    onSend: (shift: boolean) => void
    /** Asks for a time. */
    onSendLater: () => void
  },
) {
  const handledRequest = useRef(0)
  const insertBufferedText = useEffectEvent((target: Editor) => {
    const buffer = bufferRef.current
    bufferRef.current = emptyComposerBuffer
    const paste = (text: string) => text && target.view.pasteText(text)
    if (buffer.asksSendTime) onSendLater()
    // An early send must not send a restored draft that its author had not seen.
    if (!buffer.sent || !isEmpty()) return paste(bufferedText(buffer))
    paste(buffer.sent.text)
    onSend(buffer.sent.shift)
    paste(buffer.text)
  })
  // Move the focus before the next key arrives, or that key would trigger a shortcut.
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed || handledRequest.current === focusRequests) return
    handledRequest.current = focusRequests
    // The editor's own focus command waits a frame; until then a key would trigger a shortcut.
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
    insertBufferedText(editor)
  }, [editor, focusRequests])
}
