import { type MessageSend, type SentMessage, sendMessage } from '@parley/contract/messages'
import type { Agent } from '@parley/contract/people'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { putHeld } from '../../api/held-sends.ts'
import type { MessagePages } from '../../api/messages.ts'
import { showOutgoing } from '../../api/outgoing.ts'
import { pretendMessage } from '../../api/pretend-message.ts'
import { keys } from '../../api/query.ts'
import { clearDraft, type Draft, saveDraft } from '../../lib/drafts.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import { i18n } from '../../lib/i18n.ts'
import { randomId } from '../../lib/random-id.ts'
import { toast } from '../../lib/toast.ts'
import { noteUses } from '../../macros/note-uses.ts'
import { chosen } from '../../macros/picked.ts'
import { applyEvent } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/use-realtime.ts'
import { type AfterSend, type ConversationPlace, isWatched, phaseKey, phaseOf, setPhase } from './sending.ts'

/**
 * Sends a reply or note. It shows in the thread at once; its draft is kept until the server has accepted it, and
 * whatever goes wrong leaves everything as it was typed, with the reason. A reply waits there for the author's undo window.
 */
export async function submit(
  cache: QueryClient,
  {
    place,
    me,
    draft,
    recipients,
    history = 'known',
    after,
  }: {
    place: ConversationPlace
    me: Agent
    draft: Draft
    recipients: { to: string[]; cc: string[]; bcc: string[] }
    history?: 'known' | 'all'
    after: AfterSend
  },
): Promise<void> {
  const phase = phaseKey(place)
  // A second press while the first is under way.
  if (phaseOf(phase).kind === 'sending') return
  const { uuid } = place
  const isNote = place.mode === 'note'
  const body: MessageSend = {
    message: draft.html,
    private: isNote,
    attachments: draft.files.map((file) => file.id),
    macros: chosen(draft.macros),
    ...(!isNote && { ...recipients, history, after, undo_seconds: me.undo_seconds ?? 0 }),
  }
  // The same again, also after a reload, is the same request: the server answers it with the first one's result.
  const print = fingerprint(JSON.stringify(body))
  const key = draft.attempt?.print === print ? draft.attempt.key : randomId()
  saveDraft(place, { ...draft, attempt: { key, print } })

  setPhase(phase, { kind: 'sending' })
  const shown = pretendMessage({
    uuid: key,
    conversation_uuid: uuid,
    created_at: new Date().toISOString(),
    me,
    html: draft.html,
    files: draft.files,
    isNote,
    recipients,
  })
  const hide = showOutgoing(uuid, { key, shown, after_id: newestId(cache, uuid) })
  try {
    const message = await call(sendMessage, { params: { uuid }, body, idempotency_key: key })
    putSaved(cache, message)
    clearDraft(place)
    setPhase(phase, { kind: 'idle' })
    noteUses(cache, draft.macros)
  } catch (error) {
    fail(phase, error, after)
    return
  } finally {
    hide()
  }
}

function putSaved(cache: QueryClient, { held, ...message }: SentMessage) {
  if (held) return putHeld(cache, held)
  applyEvent(cache, { type: 'message.created', event_id: '', version: message.version, object: message })
  if (currentConnection() === 'open') return
  void cache.invalidateQueries({ queryKey: keys.conversation(message.conversation_uuid) })
  void cache.invalidateQueries({ queryKey: keys.conversationLists })
}

function fail(phase: string, error: unknown, after: AfterSend) {
  const message = error instanceof Error && error.message ? error.message : i18n.t('error.unknown')
  const isSeen = isWatched(phase)
  setPhase(phase, { kind: 'failed', message, after })
  if (!isSeen) toast.error(i18n.t('composer.failed_elsewhere'), { description: message, duration: 10_000 })
}

const newestId = (cache: QueryClient, uuid: string): number =>
  cache.getQueryData<MessagePages>(keys.messages(uuid))?.pages[0]?.results[0]?.id ?? 0
