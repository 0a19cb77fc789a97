import type { Agent } from '@parley/contract/agents/agent'
import { type MessageSend, type SentMessage, sendMessage } from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { addHeldSend } from '../../../api/held-sends.ts'
import { addInFlightMessage } from '../../../api/in-flight-messages.ts'
import type { MessagePages } from '../../../api/message-queries.ts'
import { optimisticMessage } from '../../../api/optimistic-message.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { refreshScheduledReplies } from '../../../api/scheduled-replies.ts'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import { randomId } from '../../../lib/browser/random-id.ts'
import { fingerprint } from '../../../lib/fingerprint.ts'
import { i18n } from '../../../lib/i18n.ts'
import { leaveConversation } from '../../../lib/leave-conversation.ts'
import { toast } from '../../../lib/toast.ts'
import { bumpMacroUsage } from '../../../macros/bump-macro-usage.ts'
import { toChosenMacros } from '../../../macros/chosen-macros.ts'
import { applyEvent } from '../../../realtime/apply-event.ts'
import { currentConnection } from '../../../realtime/use-realtime.ts'
import {
  type AfterSend,
  type ConversationDraftKey,
  getPhase,
  isPhaseObserved,
  phaseKey,
  setPhase,
} from './send-phase.ts'

/**
 * Sends a reply or note. It appears in the thread at once. Its draft is kept until the server has accepted it, so
 * that a failure loses nothing; the reason is shown. The server holds a reply for the author's undo window.
 */
export async function submitMessage(
  cache: QueryClient,
  {
    draftKey,
    me,
    draft,
    recipients,
    history = 'known',
    after,
  }: {
    draftKey: ConversationDraftKey
    me: Agent
    draft: MessageDraft
    recipients: { to: string[]; cc: string[]; bcc: string[] }
    history?: 'known' | 'all'
    after: AfterSend
  },
): Promise<void> {
  const phaseId = phaseKey(draftKey)
  // Ignore a second press while sending.
  if (getPhase(phaseId).kind === 'sending') return
  const { uuid } = draftKey
  const isNote = draftKey.mode === 'note'
  const content = draft.getCurrent()
  const body: MessageSend = {
    message: content.html,
    private: isNote,
    attachments: content.files.map((file) => file.id),
    macros: toChosenMacros(content.macros),
    ...(!isNote && { ...recipients, history, ...sendingOf(after, me) }),
  }
  // The same message, even after a reload, reuses its idempotency key: the server returns the first result.
  const requestFingerprint = fingerprint(JSON.stringify(body))
  const key = content.attempt?.print === requestFingerprint ? content.attempt.key : randomId()
  draft.change({ attempt: { key, print: requestFingerprint } })
  const sentDraft = draft.beginSending()
  draft.flush()

  setPhase(phaseId, { kind: 'sending' })
  const optimistic = optimisticMessage({
    uuid: key,
    conversation_uuid: uuid,
    created_at: new Date().toISOString(),
    me,
    html: content.html,
    files: content.files,
    isNote,
    recipients,
  })
  const removeInFlight = addInFlightMessage(uuid, {
    key,
    message: optimistic,
    after_id: newestId(cache, uuid),
  })
  try {
    const message = await call(sendMessage, {
      params: { uuid },
      body: { ...body, draft: sentDraft },
      idempotency_key: key,
    })
    applySentMessage(cache, message)
    draft.clear()
    setPhase(phaseId, { kind: 'idle' })
    if (after) leaveConversation(uuid)
    bumpMacroUsage(cache, content.macros)
  } catch (error) {
    failPhase(phaseId, error, after)
    draft.resume()
    return
  } finally {
    removeInFlight()
  }
}

const sendingOf = (after: AfterSend, me: Agent): Partial<MessageSend> => {
  const { later, status, ...snooze } = after ?? {}
  return {
    after: status === undefined ? null : { status, ...snooze },
    ...(later ?? { undo_seconds: me.undo_seconds ?? 0 }),
  }
}

/** Shows what the server has accepted: a message, or one that can still be undone or is sent later. */
export function applySentMessage(cache: QueryClient, { held, scheduled, ...message }: SentMessage) {
  if (held) return addHeldSend(cache, held)
  if (scheduled) return refreshScheduledReplies(cache, scheduled.conversation_uuid)
  applyEvent(cache, { type: 'message.created', event_id: '', version: message.version, object: message })
  if (currentConnection() === 'open') return
  void cache.invalidateQueries({ queryKey: queryKeys.conversation(message.conversation_uuid) })
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
}

function failPhase(phase: string, error: unknown, after: AfterSend) {
  const message = error instanceof Error && error.message ? error.message : i18n.t('error.unknown')
  const isSeen = isPhaseObserved(phase)
  setPhase(phase, { kind: 'failed', message, after })
  if (!isSeen) toast.error(i18n.t('composer.failed_elsewhere'), { description: message, duration: 10_000 })
}

const newestId = (cache: QueryClient, uuid: string): number =>
  cache.getQueryData<MessagePages>(queryKeys.messages(uuid))?.pages[0]?.results[0]?.id ?? 0
