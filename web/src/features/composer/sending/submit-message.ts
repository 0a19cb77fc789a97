import type { Agent } from '@parley/contract/agents/agent'
import { ColleagueReplied, type ColleagueReply } from '@parley/contract/messages/colleague-replies'
import {
  type Message,
  type MessageSend,
  type SentMessage,
  sendMessage,
} from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { addHeldSend } from '../../../api/held-sends.ts'
import { addInFlightMessage } from '../../../api/in-flight-messages.ts'
import type { MessagePages } from '../../../api/message-queries.ts'
import { optimisticMessage } from '../../../api/optimistic-message.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { refreshScheduledReplies } from '../../../api/scheduled-replies.ts'
import type { MessageDraft } from '../../../editor/message/message-draft.ts'
import { uploadDrafts } from '../../../editor/message/use-draft-uploads.ts'
import { flushDrafts, isDraftOpen } from '../../../editor/message/use-synced-draft.ts'
import { randomId } from '../../../lib/browser/random-id.ts'
import { type ConversationDraftKey, readDraft, serverKeyOf } from '../../../lib/drafts.ts'
import { fingerprint } from '../../../lib/fingerprint.ts'
import { i18n } from '../../../lib/i18n.ts'
import { leaveConversation } from '../../../lib/leave-conversation.ts'
import { toast } from '../../../lib/toast.ts'
import { bumpMacroUsage } from '../../../macros/bump-macro-usage.ts'
import { toChosenMacros } from '../../../macros/chosen-macros.ts'
import { applyEvent } from '../../../realtime/apply-event.ts'
import { currentConnection } from '../../../realtime/connection.ts'
import { logScheduling } from '../scheduled/undo-scheduling.ts'
import { type AfterSend, getPhase, isPhaseObserved, phaseKey, setPhase } from './send-phase.ts'

/**
 * Sends a reply or note. It appears in the thread at once, and its author can write the next one. Its draft is kept until
 * the server has accepted it, so that a failure loses nothing; the reason is shown. The server holds a reply for the author's
 * undo window.
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
  const return_to = location.pathname.endsWith(uuid) ? location.pathname : null
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
    after_id: newestMessage(cache, uuid)?.id ?? 0,
  })
  try {
    const message = await call(sendMessage, {
      params: { uuid },
      body: { ...body, draft: sentDraft, ...(!isNote && knowledgeOf(cache, draftKey, me)) },
      idempotency_key: key,
    })
    applySentMessage(cache, message)
    flushDrafts()
    draft.clear()
    shownReplies.delete(phaseId)
    setPhase(phaseId, { kind: 'idle' })
    // The next message, if its author has left the conversation.
    if (readDraft(draftKey) && !isDraftOpen(serverKeyOf(draftKey))) uploadDrafts(cache, me.id)
    if (after) leaveConversation(uuid)
    if (message.scheduled) logScheduling(cache, { me, reply: message.scheduled, return_to })
    bumpMacroUsage(cache, content.macros)
  } catch (error) {
    flushDrafts()
    draft.resume()
    endPhase(phaseId, error, after)
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

/** Replies of colleagues because of which a message was refused, and which its author was shown, by composer. */
const shownReplies = new Map<string, readonly string[]>()

/** What the author knows of the conversation: the server asks before it sends a second answer to the customer. */
function knowledgeOf(cache: QueryClient, draftKey: ConversationDraftKey, me: Agent): Partial<MessageSend> {
  const last_seen_uuid = newestMessage(cache, draftKey.uuid)?.uuid
  if (!last_seen_uuid || me.muted_checks?.includes('colleague_replied')) return {}
  return { last_seen_uuid, send_despite: [...(shownReplies.get(phaseKey(draftKey)) ?? [])] }
}

/** The reply because of which the server refused to send. */
const refusedForReply = (error: unknown): ColleagueReply | undefined =>
  error instanceof ApiError ? ColleagueReplied.safeParse(error.data).data?.colleague_reply : undefined

function endPhase(phase: string, error: unknown, after: AfterSend) {
  const message = error instanceof Error && error.message ? error.message : i18n.t('error.unknown')
  const isSeen = isPhaseObserved(phase)
  const reply = refusedForReply(error)
  if (reply) shownReplies.set(phase, [...(shownReplies.get(phase) ?? []), reply.uuid])
  setPhase(phase, reply ? { kind: 'stopped', reply, after } : { kind: 'failed', message, after })
  if (!isSeen) toast.error(i18n.t('composer.failed_elsewhere'), { description: message, duration: 10_000 })
}

const newestMessage = (cache: QueryClient, uuid: string): Message | undefined =>
  cache.getQueryData<MessagePages>(queryKeys.messages(uuid))?.pages[0]?.results[0]
