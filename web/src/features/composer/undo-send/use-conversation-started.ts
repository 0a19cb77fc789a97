import { getConversation } from '@parley/contract/conversations/conversations'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { TimedHeldSend } from '../../../api/held-sends.ts'
import { toast } from '../../../lib/toast.ts'

/**
 * Shows a link to a held conversation once it has been started. Returns a function to call when one is undone
 * instead.
 */
export function useConversationStarted(
  held: readonly TimedHeldSend[],
  open: (uuid: string) => void,
): (one: TimedHeldSend) => void {
  const { t } = useTranslation()
  const starts = useRef(new Map<string, string>())
  const showStarted = useEffectEvent(async (uuid: string) => {
    // It may have been undone in another window, or started where its author has no access.
    const conversation = await call(getConversation, { params: { uuid } }).catch(() => null)
    if (conversation)
      toast.success(t('composer.started', { subject: conversation.subject ?? '' }), {
        action: { label: t('composer.open_started'), onClick: () => open(uuid) },
      })
  })
  // The server decides which sends are held.
  useEffect(() => {
    for (const [uuid, conversation] of starts.current)
      if (!held.some((one) => one.uuid === uuid)) {
        starts.current.delete(uuid)
        void showStarted(conversation)
      }
    for (const one of held) if (one.start) starts.current.set(one.uuid, one.conversation_uuid)
  }, [held])
  return ({ uuid }) => void starts.current.delete(uuid)
}
