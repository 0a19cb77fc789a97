import {
  type HeldSend,
  type HeldStart,
  releaseHeldSend,
  undoHeldSend,
} from '@parley/contract/messages/held-sends'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { removeHeldSend } from '../../../api/held-sends.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { flushDrafts, isBlankHtml } from '../../../editor/use-draft.ts'
import { htmlToText } from '../../../format/html-to-text.ts'
import { type Draft, type DraftKey, emptyDraft, readDraft, saveDraft } from '../../../lib/drafts.ts'
import { requestNewConversation } from '../../../lib/new-conversation-requests.ts'
import { showFailure } from '../../../lib/toast.ts'
import { toDraftMacros } from '../../../macros/chosen-macros.ts'
import { type ConversationDraftKey, phaseKey, setPhase } from '../sending/send-phase.ts'

/**
 * Undoes a held send: restores a reply in its composer, or a new conversation in its dialog, before any newer draft.
 * False when it was already sent or the server could not be reached; the reason is shown as a toast.
 */
export async function undoSend(cache: QueryClient, agent_id: number, held: HeldSend): Promise<boolean> {
  const { uuid, conversation_uuid } = held
  try {
    const typed = await call(undoHeldSend, { params: { uuid } })
    const reply: ConversationDraftKey = { agent_id, uuid: conversation_uuid, mode: 'reply' }
    const place: DraftKey = typed.start ? { agent_id, mode: 'new' } : reply
    flushDrafts()
    saveDraft(place, restoreDraft(typed, readDraft(place) ?? emptyDraft))
    removeHeldSend(cache, uuid)
    if (typed.start) requestNewConversation()
    else setPhase(phaseKey(reply), { kind: 'restored' })
    return true
  } catch (error) {
    const isDecided = error instanceof ApiError && (error.status === 409 || error.status === 404)
    showFailure(error, isDecided ? undefined : () => void undoSend(cache, agent_id, held))
    if (isDecided) refreshHeldSends(cache, held)
    return false
  }
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
export function restoreDraft(typed: HeldSend, draft: Draft): Draft {
  const { to, cc, bcc, start } = typed
  const begun = isSame(typed, draft) ? emptyDraft : draft
  const files = typed.attachments.filter(({ id }) => !begun.files.some((file) => file.id === id))
  return {
    html: isBlankHtml(begun.html) ? typed.message : `${typed.message}${begun.html}`,
    files: [...files, ...begun.files],
    fields: start ? fieldsOf(start) : { to, cc, bcc },
    macros: [...toDraftMacros(typed.macros), ...begun.macros],
    attempt: null,
  }
}

/** The page was left before the response arrived, so the stored draft is the sent message. */
const isSame = (typed: HeldSend, { attempt, html }: Draft): boolean =>
  attempt !== null && htmlToText(html) === htmlToText(typed.message)

/** The fields as a draft stores them: strings, without empty values. */
const fieldsOf = (start: HeldStart): Record<string, string> =>
  Object.fromEntries(Object.entries(start).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
