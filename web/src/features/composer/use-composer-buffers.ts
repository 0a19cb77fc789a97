import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  bufferedText,
  type ComposerBuffer,
  emptyComposerBuffer,
} from '../../commands/keystroke-buffer/composer-buffer.ts'
import { uploadDrafts } from '../../editor/message/use-draft-uploads.ts'
import type { ConversationDraftKey } from '../../lib/drafts.ts'
import { appendText } from './append-to-draft.ts'
import type { ComposerMode } from './composer-mode.ts'

/**
 * What is typed before the editor has loaded, separately for each mode: what is typed as a note must not become a reply. The editor takes
 * it over; what it can't take over, because it shows the other mode or the page ends, is added to the draft.
 */
export function useComposerBuffers({ agent_id, uuid }: { agent_id: number; uuid: string }) {
  const cache = useQueryClient()
  const reply = useRef<ComposerBuffer>(emptyComposerBuffer)
  const note = useRef<ComposerBuffer>(emptyComposerBuffer)
  /** Increases whenever a buffer was emptied into its draft, so that its field is drawn anew. */
  const [revision, setRevision] = useState(0)

  const keepBoth = useEffectEvent(() => {
    const isReplyKept = keep(reply, { agent_id, uuid, mode: 'reply' })
    const isNoteKept = keep(note, { agent_id, uuid, mode: 'note' })
    if (isReplyKept || isNoteKept) setRevision((count) => count + 1)
  })
  useEffect(() => {
    // Browsers end pages without unmounting React.
    const leave = () => keepBoth()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      keepBoth()
    }
  }, [])

  return {
    reply,
    note,
    revision,
    /** The editor has loaded for this mode. */
    keepOther: (mode: ComposerMode) => {
      const isKept =
        mode === 'reply'
          ? keep(note, { agent_id, uuid, mode: 'note' })
          : keep(reply, { agent_id, uuid, mode: 'reply' })
      if (isKept) uploadDrafts(cache, agent_id)
    },
  }
}

/** Moves the text to the end of the draft. Returns whether there was any. */
function keep(buffer: RefObject<ComposerBuffer>, key: ConversationDraftKey): boolean {
  const text = bufferedText(buffer.current)
  buffer.current = emptyComposerBuffer
  appendText(key, text)
  return text !== ''
}
