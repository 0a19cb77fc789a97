import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import { uploadDrafts } from '../../../editor/message/use-draft-uploads.ts'
import type { ConversationDraftKey } from '../../../lib/drafts.ts'
import { type AfterSend, phaseKey, setPhase } from './send-phase.ts'

/**
 * A reply that is sent before its recipients have loaded. It is set aside as if it were being sent already: what is typed from then on is
 * the next message. Once they have loaded, it is taken back and sent. If its author leaves before that, it is a draft again.
 */
export function useUnaddressedSend({
  draftKey,
  draft,
  onSetAside,
}: {
  draftKey: ConversationDraftKey
  draft: MessageDraft
  /** The draft is the next message from now on. */
  onSetAside: () => void
}) {
  const cache = useQueryClient()
  const waiting = useRef<{ after: AfterSend } | null>(null)
  /** Makes it the current draft again. Returns what was to happen after it, or null if none waits. */
  const takeBack = (): { after: AfterSend } | null => {
    const taken = waiting.current
    if (!taken) return null
    waiting.current = null
    draft.resume()
    setPhase(phaseKey(draftKey), { kind: 'restored' })
    return taken
  }
  const leave = useEffectEvent(() => {
    if (takeBack()) uploadDrafts(cache, draftKey.agent_id)
  })
  useEffect(() => () => leave(), [])
  return {
    takeBack,
    setAside: (after: AfterSend) => {
      waiting.current = { after }
      draft.beginSending()
      setPhase(phaseKey(draftKey), { kind: 'sending' })
      onSetAside()
    },
  }
}
