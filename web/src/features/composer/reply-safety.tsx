import { ownAddresses } from '@parley/contract/messages/recipients'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { correspondenceQuery } from '../../api/conversation-queries.ts'
import { messagesQuery } from '../../api/message-queries.ts'
import { type MessageDraft, useDebouncedHtml, useDraftPart } from '../../editor/message/message-draft.ts'
import type { ConversationDraftKey } from '../../lib/drafts.ts'
import type { RecipientContext } from '../../safety/check-recipients.ts'
import type { ReplyContext } from '../../safety/find-colleague-reply.ts'
import {
  forgetConfirmations,
  isAsking,
  type SafetyGate,
  useOpenFinding,
  useSafetyGate,
} from '../../safety/safety-gate.ts'
import { SafetyLine } from '../../safety/safety-line.tsx'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { useNewParticipants } from './recipients/use-new-participants.ts'
import type { RecipientState } from './recipients/use-recipients.ts'
import { phaseKey, type SendPhase } from './sending/send-phase.ts'

/** Stops a reply once if something about it is worth a second look. */
export function useReplySafety({
  draftKey,
  draft,
  phase,
  recipients,
}: {
  draftKey: ConversationDraftKey
  draft: MessageDraft
  phase: SendPhase
  recipients: RecipientState
}): SafetyGate {
  const message = phaseKey(draftKey)
  const contextOf = useRecipientContext(draftKey.uuid)
  const repliesNow = useReplyContext(draftKey.uuid, phase)
  const gate = useSafetyGate(message, () => {
    const { html, files } = draft.getCurrent()
    return {
      html,
      file_count: files.length,
      recipients: contextOf(recipients.getCurrent()),
      replies: repliesNow(),
    }
  })
  const seenRevision = useRef(phase.revision)
  // Confirmations are outside React. They hold until the message is sent.
  useEffect(() => {
    if (seenRevision.current === phase.revision) return
    seenRevision.current = phase.revision
    if (phase.kind === 'idle') forgetConfirmations(message)
  }, [message, phase])
  return gate
}

/** What is worth a second look, while writing and when sending was stopped. */
export function ReplySafetyLine({
  uuid,
  phase,
  draft,
  recipients,
  isUploading,
  gate,
  onSendAnyway,
}: {
  uuid: string
  phase: SendPhase
  draft: MessageDraft
  recipients: RecipientState
  isUploading: boolean
  gate: SafetyGate
  onSendAnyway: () => void
}) {
  const html = useDebouncedHtml(draft)
  const files = useDraftPart(draft, 'files')
  const contextOf = useRecipientContext(uuid)
  const repliesNow = useReplyContext(uuid, phase)
  const finding = useOpenFinding(gate, {
    html,
    file_count: files.length + (isUploading ? 1 : 0),
    recipients: contextOf(recipients.values),
    replies: repliesNow(),
  })
  return (
    finding && <SafetyLine finding={finding} isAsking={isAsking(gate, finding)} onSendAnyway={onSendAnyway} />
  )
}

/** Returns what colleagues sent, as of now. */
function useReplyContext(uuid: string, phase: SendPhase) {
  const { data: messages } = useInfiniteQuery(messagesQuery(uuid))
  const my_id = useMe().id
  const reported = phase.kind === 'stopped' ? phase.reply : null
  return (): ReplyContext => ({
    messages: messages?.pages.flatMap((page) => page.results) ?? [],
    my_id,
    now: new Date(),
    reported,
  })
}

function useRecipientContext(uuid: string) {
  const { data: conversation } = useQuery(correspondenceQuery(uuid))
  const { data: messages } = useInfiniteQuery(messagesQuery(uuid))
  const { data: inboxes } = useQuery(inboxesQuery)
  const newParticipantsOf = useNewParticipants(uuid)
  return (recipients: RecipientState['values']): RecipientContext | null => {
    if (!conversation || !messages || !inboxes) return null
    const { contact, inbox_mail } = conversation
    return {
      recipients: [...recipients.to, ...recipients.cc, ...recipients.bcc],
      messages: messages.pages.flatMap((page) => page.results),
      isPartial: messages.pages.at(-1)?.next_cursor != null,
      contact_addresses: [...(contact.email ? [contact.email] : []), ...(contact.other_addresses ?? [])],
      inbox_addresses: [...ownAddresses(inboxes), inbox_mail],
      // Before earlier messages are quoted to them, a dialog asks.
      confirmed_elsewhere: newParticipantsOf(recipients),
    }
  }
}
