import {
  type HeldSend,
  type HeldSideThread,
  type HeldStart,
  releaseHeldSend,
  undoHeldSend,
} from '@parley/contract/messages/held-sends'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { removeHeldSend } from '../../../api/held-sends.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { joinDrafts } from '../../../editor/message/message-draft.ts'
import { flushDrafts } from '../../../editor/message/use-synced-draft.ts'
import { htmlToText } from '../../../format/html-to-text.ts'
import {
  type ConversationDraftKey,
  type Draft,
  type DraftKey,
  emptyDraft,
  readDraft,
  saveDraft,
} from '../../../lib/drafts.ts'
import { requestNewConversation } from '../../../lib/new-conversation-requests.ts'
import {
  type SideComposerTarget,
  showSideComposer,
  sideDraftTarget,
} from '../../../lib/side-composer-target.ts'
import { showFailure } from '../../../lib/toast.ts'
import { toDraftMacros } from '../../../macros/chosen-macros.ts'
import { phaseKey, reloadDraft } from '../sending/send-phase.ts'

/**
 * Undoes a held send: restores a reply in its composer, or a new conversation in its dialog, before any newer draft.
 * False when it was already sent or the server could not be reached; the reason is shown as a toast.
 */
export async function undoSend(cache: QueryClient, agent_id: number, held: HeldSend): Promise<boolean> {
  const { uuid } = held
  try {
    const sent = await call(undoHeldSend, { params: { uuid } })
    if (sent.side_thread) {
      flushDrafts()
      return restoreSideEmail(cache, agent_id, sent, sent.side_thread)
    }
    returnToDraft(agent_id, sent)
    removeHeldSend(cache, uuid)
    return true
  } catch (error) {
    const isTooLate = error instanceof ApiError && (error.status === 409 || error.status === 404)
    showFailure(error, isTooLate ? undefined : () => void undoSend(cache, agent_id, held))
    if (isTooLate) refreshHeldSends(cache, held)
    return false
  }
}

/** Opens an email to third parties again, as it was written. */
function restoreSideEmail(
  cache: QueryClient,
  agent_id: number,
  held: HeldSend,
  { uuid: side_thread_uuid, subject, forward }: HeldSideThread,
): true {
  const { conversation_uuid: uuid } = held
  const target: SideComposerTarget = side_thread_uuid
    ? { uuid, kind: 'answer', side_thread_uuid }
    : { uuid, kind: 'forward', message_uuid: forward?.message_uuid ?? null }
  const restored = restoreDraft(held, emptyDraft)
  const chosen = forward?.forward_attachments
  const fields = { ...restored.fields, subject, ...(chosen && { forward_attachments: chosen }) }
  // Closed first, so that it reads the draft again.
  showSideComposer(null)
  saveDraft({ agent_id, mode: 'side', target: sideDraftTarget(target) }, { ...restored, fields })
  removeHeldSend(cache, held.uuid)
  showSideComposer(target)
  return true
}

/** A message that was not sent, with all that its composer had. */
type UnsentMessage = Pick<
  HeldSend,
  'conversation_uuid' | 'message' | 'to' | 'cc' | 'bcc' | 'attachments' | 'macros' | 'start'
>

/** Puts a message back into its composer or, for a new conversation, its dialog, before any newer draft. */
export function returnToDraft(agent_id: number, unsent: UnsentMessage) {
  const reply: ConversationDraftKey = { agent_id, uuid: unsent.conversation_uuid, mode: 'reply' }
  const draftKey: DraftKey = unsent.start ? { agent_id, mode: 'new' } : reply
  flushDrafts()
  saveDraft(draftKey, restoreDraft(unsent, readDraft(draftKey) ?? emptyDraft))
  if (unsent.start) requestNewConversation()
  else reloadDraft(phaseKey(reply))
}

/** Sends it without waiting any longer. */
export async function sendNow(cache: QueryClient, held: HeldSend): Promise<void> {
  try {
    await call(releaseHeldSend, { params: { uuid: held.uuid } })
  } catch (error) {
    showFailure(error)
  }
  refreshHeldSends(cache, held)
}

/** Fallback for a lost connection; otherwise events do this. */
export function refreshHeldSends(cache: QueryClient, { conversation_uuid }: HeldSend) {
  void cache.invalidateQueries({ queryKey: queryKeys.messages(conversation_uuid) })
  void cache.invalidateQueries({ queryKey: queryKeys.heldSends })
}

/** Combines both texts and all files; recipients and other fields are those of the held message. */
export function restoreDraft(sent: UnsentMessage, draft: Draft): Draft {
  const { to, cc, bcc, start } = sent
  const unsent: Draft = {
    html: sent.message,
    files: sent.attachments,
    fields: start ? fieldsOf(start) : { to, cc, bcc },
    macros: toDraftMacros(sent.macros),
    attempt: null,
  }
  return joinDrafts(unsent, isSame(sent, draft) ? emptyDraft : draft)
}

/** The page was left before the response arrived, so the stored draft is the sent message. */
const isSame = (sent: UnsentMessage, { attempt, html }: Draft): boolean =>
  attempt !== null && htmlToText(html) === htmlToText(sent.message)

/** The fields as a draft stores them: strings, without empty values. */
const fieldsOf = (start: HeldStart): Record<string, string> =>
  Object.fromEntries(Object.entries(start).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
