import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lockEditorWhile } from '../../ai/editor-lock.ts'
import { heldSendsQuery } from '../../api/held-sends.ts'
import { messagesSettled } from '../../api/in-flight-messages.ts'
import { findCommand } from '../../commands/command-registry.ts'
import type { MessageDraft } from '../../editor/message/message-draft.ts'
import {
  useAdoptedContent,
  useContentLoader,
  useMessageEditor,
} from '../../editor/message/use-message-editor.ts'
import { Mention, mentionSuggestions } from '../../editor/suggestions/mentions.ts'
import type { ConversationDraftKey } from '../../lib/drafts.ts'
import { templateValues } from '../../macros/template-values.ts'
import { announceWriting } from '../../realtime/presence.ts'
import { useMe } from '../../session/use-me.ts'
import { skipScrollInView } from './caret-in-view.ts'
import { readMentionSource } from './mention-source.ts'
import type { RecipientState } from './recipients/use-recipients.ts'
import { isSchedulingLast } from './scheduled/undo-scheduling.ts'
import { getPhase, phaseKey, type SendPhase } from './sending/send-phase.ts'
import { undoSend } from './undo-send/undo-send.ts'

/** The message editor of a reply or note: its content follows the sending of the message. */
export function useConversationMessage({
  draftKey: { uuid, mode },
  draft,
  phase,
  recipients,
  isLocked,
  onSend,
}: {
  draftKey: ConversationDraftKey
  draft: MessageDraft
  phase: SendPhase
  recipients: RecipientState
  isLocked: () => boolean
  onSend: (shift: boolean) => void
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  /** Whether a model is writing. */
  const isAiWriting: RefObject<boolean> = useRef(false)

  /** Undoes the last send from this composer, if it is still held, or was just scheduled. */
  const undoHere = () => {
    if (mode !== 'reply') return false
    if (phase.kind !== 'sending') return undoAccepted()
    // The last send is the one under way: it can be undone once it is accepted.
    void messagesSettled().then(() => {
      if (getPhase(phaseKey({ agent_id: me.id, uuid, mode })).kind === 'idle') undoAccepted()
    })
    return true
  }
  const undoAccepted = () => {
    const held = cache.getQueryData(heldSendsQuery.queryKey)?.find((one) => one.conversation_uuid === uuid)
    if (held) void undoSend(cache, me.id, held)
    else if (isSchedulingLast(uuid)) findCommand('undo.last')?.run?.()
    else return false
    return true
  }
  const message = useMessageEditor({
    draft,
    place: mode === 'reply' ? 'replying' : 'adding_private_note',
    uuid,
    label: t(mode === 'reply' ? 'composer.reply_text' : 'composer.note_text'),
    placeholder: t(mode === 'reply' ? 'composer.reply_placeholder' : 'composer.note_placeholder'),
    values: () => templateValues(cache, me, uuid),
    isBusy: () => isAiWriting.current || isLocked(),
    onHtml: () => announceWriting(uuid, mode === 'reply' ? 'replying' : 'noting'),
    onSend,
    onUndoEmpty: undoHere,
    extensions: (suggestionStore) => [
      lockEditorWhile(() => isAiWriting.current),
      skipScrollInView,
      ...(mode === 'note'
        ? [
            Mention,
            mentionSuggestions(suggestionStore, () =>
              readMentionSource(cache, uuid, { t, onLoaded: () => suggestionStore.refresh('@') }),
            ),
          ]
        : []),
    ],
  })
  // When sending starts, this is the next message; a failed or undone one is shown again.
  useContentLoader(message.editor, phase.revision, () => {
    draft.flush()
    message.load(draft.readStored())
    if (phase.kind !== 'failed' && phase.kind !== 'stopped') recipients.conceal()
  })
  useAdoptedContent(message)
  return { message, isAiWriting }
}
