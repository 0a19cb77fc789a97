import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import { uploadDrafts } from '../../../editor/message/use-draft-uploads.ts'
import type { ConversationDraftKey } from '../../../lib/drafts.ts'
import { i18n } from '../../../lib/i18n.ts'
import { toast } from '../../../lib/toast.ts'
import { type AfterSend, phaseKey, setPhase } from './send-phase.ts'

/**
 * A reply that is sent before its recipients have loaded. It is set aside as if it were already being sent, so that what is typed next
 * becomes another message. When the recipients have loaded, it is the current draft again and can be sent. If its author leaves first, it
 * stays a draft, and a toast says so.
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
  /** Makes it the current draft again. Returns what should happen after sending it; null if no reply is waiting. */
  const takeBack = (): { after: AfterSend } | null => {
    const taken = waiting.current
    if (!taken) return null
    waiting.current = null
    draft.resume()
    setPhase(phaseKey(draftKey), { kind: 'restored' })
    return taken
  }
  const leave = useEffectEvent(() => {
    if (!takeBack()) return
    uploadDrafts(cache, draftKey.agent_id)
    toast.error(i18n.t('composer.failed_elsewhere'), {
      description: i18n.t('composer.left_before_recipients'),
      duration: 10_000,
    })
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
