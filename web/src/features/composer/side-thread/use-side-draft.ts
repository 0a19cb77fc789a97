import { useEffect, useState } from 'react'
import { LocalDraft } from '../../../editor/message/local-draft.ts'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import type { SideDraftKey } from '../../../lib/drafts.ts'

/** The draft of an email to third parties, in this browser only; saved at once when the page is hidden. */
export function useSideDraft(key: SideDraftKey): MessageDraft {
  const [draft] = useState(() => openSideDraft(key))
  // Browsers end pages without unmounting React; pagehide is the last event that all of them send.
  useEffect(() => {
    const { flush } = draft
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [draft])
  return draft
}

function openSideDraft(key: SideDraftKey): MessageDraft {
  const { state, getCurrent, readStored, change, flush, reset, clear } = new LocalDraft(key)
  const nothing = () => {}
  return {
    ...{ state, getCurrent, readStored, change, flush, reset, clear },
    // Without a copy on the server there is nothing to pause or to conflict with.
    beginSending: () => ({ key: '', revision: null }),
    resume: nothing,
    keepMine: nothing,
    useTheirs: nothing,
  }
}
