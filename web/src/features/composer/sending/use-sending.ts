import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isEmptyMessage, type MessageDraft } from '../../../editor/message/message-draft.ts'
import type { SafetyGate } from '../../../safety/safety-gate.ts'
import { useMe } from '../../../session/use-me.ts'
import { useNewParticipants } from '../recipients/use-new-participants.ts'
import type { RecipientState } from '../recipients/use-recipients.ts'
import { type AfterSend, type ConversationDraftKey, getPhase, phaseKey } from './send-phase.ts'
import { submitMessage } from './submit-message.ts'

type History = 'known' | 'all'

/** Sends what the draft holds: a note at once, a reply after everything about its recipients is settled. */
export function useSending({
  draftKey,
  draft,
  recipients,
  safety,
  isBlocked,
}: {
  draftKey: ConversationDraftKey
  draft: MessageDraft
  recipients: RecipientState
  safety: SafetyGate
  /** Whether it can't be sent now, such as during an upload. */
  isBlocked: () => boolean
}) {
  const cache = useQueryClient()
  const me = useMe()
  const newParticipantsOf = useNewParticipants(draftKey.uuid)
  const [recipientError, setRecipientError] = useState<string | null>(null)
  /** A send that waits for the recipients to load. */
  const [pendingSend, setPendingSend] = useState<{ after: AfterSend } | null>(null)
  /** A send that was stopped for a second look. */
  const [stoppedSend, setStoppedSend] = useState<{ after: AfterSend } | null>(null)
  /** A send that waits for a decision on quoted history for new recipients. */
  const [historyQuestion, setHistoryQuestion] = useState<{
    after: AfterSend
    newParticipants: string[]
  } | null>(null)

  const submit = (after: AfterSend, history: History) =>
    void submitMessage(cache, { draftKey, me, draft, recipients: recipients.getCurrent(), history, after })
  /** The send that waits for its author to confirm it: stopped here, or by the server. */
  const getStopped = (): { after: AfterSend } | null => {
    const phase = getPhase(phaseKey(draftKey))
    if (phase.kind === 'stopped') return phase
    return safety.pendingIds.length > 0 ? stoppedSend : null
  }
  const sendReply = (chosen: AfterSend, history: History | undefined) => {
    const after = keepLater(chosen, getStopped()?.after ?? null)
    if (!recipients.isReady) return setPendingSend({ after })
    const refusal = recipients.refusal()
    setRecipientError(refusal)
    if (refusal) return
    if (!safety.confirm()) return setStoppedSend({ after })
    setStoppedSend(null)
    const newParticipants = newParticipantsOf(recipients.getCurrent())
    if (newParticipants.length > 0 && !history) return setHistoryQuestion({ after, newParticipants })
    submit(after, history ?? 'known')
  }
  const send = (after: AfterSend, history?: History) => {
    if (getPhase(phaseKey(draftKey)).kind === 'sending' || isBlocked()) return
    if (isEmptyMessage(draft.getCurrent())) return
    draft.flush()
    if (draftKey.mode === 'reply') sendReply(after, history)
    else submit(after, 'known')
  }
  const sendNow = useEffectEvent(send)
  // Sends once the recipients have loaded.
  useEffect(() => {
    if (!pendingSend || !recipients.isReady) return
    setPendingSend(null)
    sendNow(pendingSend.after)
  }, [pendingSend, recipients.isReady])

  return {
    send,
    /** Repeats the send that was stopped, in the same way. */
    sendAnyway: () => {
      const stopped = getStopped()
      if (stopped) send(stopped.after)
    },
    isPending: pendingSend !== null,
    recipientError,
    newParticipants: newParticipantsOf(recipients.values),
    /** The recipients that a decision is needed for, or null. */
    historyQuestion: historyQuestion?.newParticipants ?? null,
    answerHistoryQuestion: (history: History | null) => {
      setHistoryQuestion(null)
      if (historyQuestion && history) send(historyQuestion.after, history)
    },
  }
}

/** The key of Send anyway is the key of Send: what was stopped on its way to be sent later must not go out at once. */
const keepLater = (chosen: AfterSend, stopped: AfterSend): AfterSend =>
  stopped?.later && !chosen?.later ? stopped : chosen

export type Sending = ReturnType<typeof useSending>
