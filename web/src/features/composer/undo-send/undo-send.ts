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
 * Takes a reply back into its composer, or a new conversation into its dialog, before what was begun there meanwhile. False when it was sent already or the server
 * could not be reached; the reason is in a toast.
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

/** The events say the same; this is for when the line is down. */
export function refreshHeldSends(cache: QueryClient, { conversation_uuid }: HeldSend) {
  void cache.invalidateQueries({ queryKey: queryKeys.messages(conversation_uuid) })
  void cache.invalidateQueries({ queryKey: queryKeys.heldSends })
}

/** Both texts and all files; recipients and other fields as they were sent. */
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

/** The page was left before the server said that it has the reply: the draft stayed, and is what was sent. */
const isSame = (typed: HeldSend, { attempt, html }: Draft): boolean =>
  attempt !== null && htmlToText(html) === htmlToText(typed.message)

/** As a draft keeps the fields of a form: texts, and nothing for what was left empty. */
const fieldsOf = (start: HeldStart): Record<string, string> =>
  Object.fromEntries(Object.entries(start).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
