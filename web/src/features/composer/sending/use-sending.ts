import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isEmptyMessage, type MessageDraft } from '../../../editor/message/message-draft.ts'
import type { ConversationDraftKey } from '../../../lib/drafts.ts'
import type { SafetyFinding } from '../../../safety/safety-checks.ts'
import type { SafetyGate } from '../../../safety/safety-gate.ts'
import { useMe } from '../../../session/use-me.ts'
import { useNewParticipants } from '../recipients/use-new-participants.ts'
import type { RecipientState } from '../recipients/use-recipients.ts'
import { type AfterSend, getPhase, phaseKey, useSendPhase } from './send-phase.ts'
import { submitMessage } from './submit-message.ts'
import { useUnaddressedSend } from './use-unaddressed-send.ts'

type History = 'known' | 'all'

/** Sends what the draft holds: a note at once, a reply after everything about its recipients is settled. */
export function useSending({
  draftKey,
  draft,
  recipients,
  safety,
  isBlocked,
  onSubmit,
}: {
  draftKey: ConversationDraftKey
  draft: MessageDraft
  recipients: RecipientState
  safety: SafetyGate
  /** Whether it can't be sent now, such as during an upload. */
  isBlocked: () => boolean
  /** It is being sent: the draft is the next message from now on. */
  onSubmit: () => void
}) {
  const cache = useQueryClient()
  const me = useMe()
  const newParticipantsOf = useNewParticipants(draftKey.uuid)
  const [recipientError, setRecipientError] = useState<string | null>(null)
  const phase = useSendPhase(phaseKey(draftKey))
  /** The next message's send, which waits until the last one has been accepted. */
  const [nextSend, setNextSend] = useState<{ after: AfterSend } | null>(null)
  /** A send that was stopped for a second look. */
  const [stoppedSend, setStoppedSend] = useState<{ after: AfterSend } | null>(null)
  /** A send that waits for a decision on quoted history for new recipients. */
  const [historyQuestion, setHistoryQuestion] = useState<{
    after: AfterSend
    newParticipants: string[]
    findings: SafetyFinding[]
  } | null>(null)
  /** The decision for this message: if it is stopped after it, nothing asks for it again. */
  const [decision, setDecision] = useState<{ history: History; newParticipants: string[] } | null>(null)
  useEffect(() => {
    if (phase.kind === 'idle') setDecision(null)
  }, [phase])
  const decidedFor = (newParticipants: readonly string[]): History | undefined =>
    newParticipants.length > 0 && newParticipants.every((one) => decision?.newParticipants.includes(one))
      ? decision?.history
      : undefined

  const unaddressed = useUnaddressedSend({ draftKey, draft, onSetAside: onSubmit })
  const submit = (after: AfterSend, history: History) => {
    void submitMessage(cache, { draftKey, me, draft, recipients: recipients.getCurrent(), history, after })
    onSubmit()
  }
  /** The send that waits for its author to confirm it: stopped here, or by the server. */
  const getStopped = (): { after: AfterSend } | null => {
    const phase = getPhase(phaseKey(draftKey))
    if (phase.kind === 'stopped') return phase
    return safety.pendingIds.length > 0 ? stoppedSend : null
  }
  const sendReply = (chosen: AfterSend, history: History | undefined) => {
    const after = keepLater(chosen, getStopped()?.after ?? null)
    if (!recipients.isReady) return unaddressed.setAside(after)
    const refusal = recipients.refusal()
    setRecipientError(refusal)
    if (refusal) return
    const newParticipants = newParticipantsOf(recipients.getCurrent())
    const decided = history ?? decidedFor(newParticipants)
    // Sending stops once: this question shows the findings too.
    if (newParticipants.length > 0 && !decided)
      return setHistoryQuestion({ after, newParticipants, findings: safety.findNew() })
    if (!safety.confirm()) return setStoppedSend({ after })
    setStoppedSend(null)
    submit(after, decided ?? 'known')
  }
  const send = (after: AfterSend, history?: History) => {
    if (isBlocked() || isEmptyMessage(draft.getCurrent())) return
    if (getPhase(phaseKey(draftKey)).kind === 'sending') return setNextSend({ after })
    draft.flush()
    if (draftKey.mode === 'reply') sendReply(after, history)
    else submit(after, 'known')
  }
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    if (!nextSend || phase.kind === 'sending') return
    setNextSend(null)
    // If the last one wasn't accepted, it is in the editor again, and was not what its author wanted to send now.
    if (phase.kind === 'idle') sendNow(nextSend.after)
  }, [nextSend, phase.kind])
  const sendUnaddressed = useEffectEvent(() => {
    const waiting = unaddressed.takeBack()
    if (waiting) send(waiting.after)
  })
  useEffect(() => {
    if (recipients.isReady) sendUnaddressed()
  }, [recipients.isReady])

  return {
    send,
    /** Repeats the send that was stopped, in the same way. */
    sendAnyway: () => {
      const stopped = getStopped()
      if (stopped) send(stopped.after)
    },
    /** Whether the next message waits, which nothing typed now belongs to. */
    isNextPending: nextSend !== null,
    recipientError,
    newParticipants: newParticipantsOf(recipients.values),
    /** The recipients that a decision is needed for, and the findings that it confirms; or null. */
    historyQuestion,
    answerHistoryQuestion: (history: History | null) => {
      setHistoryQuestion(null)
      if (!historyQuestion || !history) return
      const { after, newParticipants, findings } = historyQuestion
      setDecision({ history, newParticipants })
      safety.accept(findings)
      send(after, history)
    },
  }
}

/** The key of Send anyway is the key of Send: what was stopped on its way to be sent later must not go out at once. */
const keepLater = (chosen: AfterSend, stopped: AfterSend): AfterSend =>
  stopped?.later && !chosen?.later ? stopped : chosen

export type Sending = ReturnType<typeof useSending>
