import { useQueryClient } from '@tanstack/react-query'
import { type Editor, EditorContent } from '@tiptap/react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { lockEditorWhile } from '../../ai/editor-lock.ts'
import { useAiEnabled } from '../../ai/use-ai-enabled.ts'
import { heldSendsQuery } from '../../api/held-sends.ts'
import { type ComposerBuffer, emptyComposerBuffer } from '../../commands/keystroke-buffer/composer-buffer.ts'
import { AttachButton } from '../../editor/attachments/attach-button.tsx'
import { DropZone } from '../../editor/attachments/drop-zone.tsx'
import { FileList } from '../../editor/attachments/file-list.tsx'
import { useAttachments } from '../../editor/attachments/use-attachments.ts'
import { emojiSuggestions } from '../../editor/emoji/emoji-suggestions.ts'
import { EmojiButton } from '../../editor/emoji-button.tsx'
import { FormatButtons } from '../../editor/format-buttons.tsx'
import { Mention, mentionSuggestions } from '../../editor/suggestions/mentions.ts'
import { createSuggestionStore } from '../../editor/suggestions/suggestion-extension.ts'
import { SuggestionList } from '../../editor/suggestions/suggestion-list.tsx'
import { isBlankHtml, useDraft } from '../../editor/use-draft.ts'
import { useRichText } from '../../editor/use-rich-text.ts'
import { emptyDraft, readDraft } from '../../lib/drafts.ts'
import { ComposerMacros, MacroButton } from '../../macros/composer-macros.tsx'
import { templateValues } from '../../macros/template-values.ts'
import { useComposerMacros } from '../../macros/use-composer-macros.ts'
import type { PendingMacro } from '../../macros/use-macro-command.tsx'
import { canSendFrom, needsSendingNotice, useReplyInbox } from '../../sending-inbox/sending-inbox.ts'
import { may } from '../../session/permissions.ts'
import { agentsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import type { ComposerMode } from './composer-mode.ts'
import { DraftStatus, SendFailure } from './composer-status.tsx'
import { MissingAttachmentHint } from './missing-attachment-hint.tsx'
import { QuotedHistoryDialog } from './recipients/quoted-history-dialog.tsx'
import { Recipients } from './recipients/recipients.tsx'
import { useNewParticipants } from './recipients/use-new-participants.ts'
import { useRecipients } from './recipients/use-recipients.ts'
import { type SendAction, toAfterSend, useSendAction } from './sending/send-action.ts'
import { SendButton } from './sending/send-button.tsx'
import { type AfterSend, phaseKey, useSendPhase } from './sending/send-phase.ts'
import { submitMessage } from './sending/submit-message.ts'
import { useSendCommands } from './sending/use-send-commands.ts'
import { SignatureSlot } from './signature-slot.tsx'
import { undoSend } from './undo-send/undo-send.ts'

// Only when the inbox has a problem.
const SendingNotice = lazy(() =>
  import('../../sending-inbox/sending-notice.tsx').then((m) => ({ default: m.SendingNotice })),
)
// Only when AI is enabled.
const ComposerAi = lazy(() => import('../../ai/composer-ai.tsx').then((m) => ({ default: m.ComposerAi })))

/** The editor with its recipients, attachments and buttons, for one conversation and mode. */
export function ComposerForm({
  uuid,
  mode,
  focusRequests,
  keystrokeBuffer,
  pendingMacro,
  tabs,
}: {
  uuid: string
  mode: ComposerMode
  focusRequests: number
  keystrokeBuffer: RefObject<ComposerBuffer>
  pendingMacro: PendingMacro
  tabs: ReactNode
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const draftKey = { agent_id: me.id, uuid, mode } as const
  const draft = useDraft(draftKey)
  const phase = useSendPhase(phaseKey(draftKey))
  const sending = phase.kind === 'sending'
  const [html, setHtml] = useState(sending ? '' : draft.initial.html)
  const attachments = useAttachments(draft, sending ? [] : draft.initial.files, () => editor)
  const { files, uploading } = attachments
  const recipients = useRecipients(uuid, draft)
  const [recipientError, setRecipientError] = useState<string | null>(null)
  /** A send that waits for the recipients to load. */
  const [pendingSend, setPendingSend] = useState<{ after: AfterSend } | null>(null)
  const newParticipantsOf = useNewParticipants(uuid)
  /** A send that waits for a decision on quoted history for new recipients. */
  const [historyQuestion, setHistoryQuestion] = useState<{
    after: AfterSend
    newParticipants: string[]
  } | null>(null)
  const [suggestionStore] = useState(createSuggestionStore)
  const macros = useComposerMacros({
    place: mode === 'reply' ? 'replying' : 'adding_private_note',
    uuid,
    draft,
    initial: sending ? [] : draft.initial.macros,
    locked: sending,
    values: () => templateValues(cache, me, uuid),
    suggestionStore,
  })
  const [sendAction, setSendAction] = useSendAction()
  const canSetStatus = mode === 'reply' && may(me, 'conversations:update_status')
  const isAiOn = useAiEnabled()
  /** Whether a model is writing. */
  const isAiWriting = useRef(false)
  const [aiBar, setAiBar] = useState<HTMLElement | null>(null)
  const isBlank = isBlankHtml(html)
  const isEmpty = isBlank && files.length === 0
  const sendingInbox = useReplyInbox(uuid)
  const cannotSend = mode === 'reply' && !canSendFrom(sendingInbox)

  const send = (after: AfterSend, history?: 'known' | 'all') => {
    const current = draft.getCurrent()
    if (
      sending ||
      cannotSend ||
      isAiWriting.current ||
      uploading.length > 0 ||
      (isBlankHtml(current.html) && current.files.length === 0)
    )
      return
    if (mode === 'reply' && !recipients.isReady) return setPendingSend({ after })
    const refusal = mode === 'reply' ? recipients.refusal() : null
    setRecipientError(refusal)
    if (refusal) return
    draft.flush()
    const newParticipants = mode === 'reply' ? newParticipantsOf(recipients.getCurrent()) : []
    if (newParticipants.length > 0 && !history) return setHistoryQuestion({ after, newParticipants })
    void submitMessage(cache, {
      draftKey,
      me,
      draft: current,
      recipients: recipients.getCurrent(),
      history: history ?? 'known',
      after,
    })
  }
  const sendNow = useEffectEvent(send)
  // Sends once the recipients have loaded.
  useEffect(() => {
    if (!pendingSend || !recipients.isReady) return
    setPendingSend(null)
    sendNow(pendingSend.after)
  }, [pendingSend, recipients.isReady])
  const sendAs = (action: SendAction) => send(canSetStatus ? toAfterSend(action) : null)
  /** Ctrl+Enter does what the button says; with Shift it also resolves. */
  const sendByKey = (shift: boolean) => sendAs(shift ? 'resolve' : sendAction)
  useSendCommands({
    canSetStatus,
    isNote: mode === 'note',
    canSend: !isEmpty && !cannotSend && uploading.length === 0,
    sendByKey,
  })

  /** Undoes the last send from this composer, if it is still held. */
  const undoHere = () => {
    const held = cache.getQueryData(heldSendsQuery.queryKey)?.find((one) => one.conversation_uuid === uuid)
    if (!held || mode !== 'reply') return false
    void undoSend(cache, me.id, held)
    return true
  }

  const [extensions] = useState(() => [
    emojiSuggestions(suggestionStore),
    lockEditorWhile(() => isAiWriting.current),
    ...macros.extensions,
    ...(mode === 'note'
      ? [Mention, mentionSuggestions(suggestionStore, () => cache.getQueryData(agentsQuery.queryKey) ?? [])]
      : []),
  ])
  const editor = useRichText({
    html: sending ? '' : draft.initial.html,
    label: t(mode === 'reply' ? 'composer.reply_text' : 'composer.note_text'),
    placeholder: t(mode === 'reply' ? 'composer.reply_placeholder' : 'composer.note_placeholder'),
    isLocked: () => sending || isAiWriting.current,
    onChange: (updated) => {
      setHtml(updated.getHTML())
      draft.change({ html: updated.getHTML() })
    },
    onSend: sendByKey,
    onUndoEmpty: undoHere,
    onPictures: attachments.insertPictures,
    onFiles: attachments.attach,
    extensions,
  })

  // The editor keeps its own document. It is cleared when sending starts; a failed or undone message is restored.
  // Before the paint, or a key pressed at that moment would be lost.
  const shownRevision = useRef(phase.revision)
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed || shownRevision.current === phase.revision) return
    shownRevision.current = phase.revision
    const isRestored = phase.kind === 'failed' || phase.kind === 'restored'
    const content = isRestored ? (readDraft(draftKey) ?? emptyDraft) : emptyDraft
    editor.commands.setContent(content.html, { emitUpdate: false })
    attachments.reset(content.files)
    setHtml(content.html)
    draft.reset(content)
    macros.reset(content)
    if (phase.kind === 'idle' || phase.kind === 'restored') recipients.reset(content.fields)
  })

  // Move the focus before the next key arrives, or that key would trigger a shortcut.
  const handledRequest = useRef(0)
  const insertBufferedText = useEffectEvent((target: Editor) => {
    const { text, sent } = keystrokeBuffer.current
    keystrokeBuffer.current = emptyComposerBuffer
    if (text) target.view.pasteText(text)
    // An early send must not send a restored draft that its author had not seen.
    if (sent && isEmpty) sendByKey(sent.shift)
  })
  useLayoutEffect(() => {
    if (!editor || editor.isDestroyed || handledRequest.current === focusRequests) return
    handledRequest.current = focusRequests
    // The editor's own focus command waits a frame; until then a key would trigger a shortcut.
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
    insertBufferedText(editor)
  }, [editor, focusRequests])

  return (
    <DropZone onFiles={attachments.attach}>
      <div className="flex flex-wrap items-start gap-x-3 px-1.5 pt-1.5">
        {tabs}
        {mode === 'reply' && (
          <Recipients
            recipients={recipients}
            newParticipants={newParticipantsOf(recipients.values)}
            onSend={sendByKey}
          />
        )}
      </div>
      {historyQuestion && (
        <QuotedHistoryDialog
          newParticipants={historyQuestion.newParticipants}
          onCancel={() => setHistoryQuestion(null)}
          onAnswer={(history) => {
            setHistoryQuestion(null)
            send(historyQuestion.after, history)
          }}
        />
      )}
      {mode === 'reply' && needsSendingNotice(sendingInbox) && (
        <Suspense>
          <SendingNotice sendingInbox={sendingInbox} className="mx-2 mt-1.5" />
        </Suspense>
      )}
      {phase.kind === 'failed' && <SendFailure phase={phase} onRetry={send} />}
      {recipientError && (
        <p role="alert" className="px-3.5 pt-1 text-xs text-bad">
          {recipientError}
        </p>
      )}
      <EditorContent
        editor={editor}
        className="max-h-[min(24rem,38vh)] min-h-18.5 overflow-y-auto px-3.5 pt-2 pb-2 [&>div]:min-h-14.5"
      />
      {mode === 'reply' && <SignatureSlot uuid={uuid} />}
      <SuggestionList store={suggestionStore} />
      <FileList files={files} uploading={uploading} onRemove={attachments.remove} />
      {mode === 'reply' && files.length === 0 && uploading.length === 0 && (
        <MissingAttachmentHint html={html} />
      )}
      <ComposerMacros
        macros={macros}
        editor={editor}
        pendingMacro={pendingMacro}
        label={t('macro.after_sending')}
        canApplyNow={isEmpty}
      />
      <div ref={setAiBar} />
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-1.5 pb-1.5">
        {editor && <FormatButtons editor={editor} />}
        <AttachButton onFiles={attachments.attach} />
        <EmojiButton onEmoji={(emoji) => editor?.chain().focus().insertContent(emoji).run()} />
        {editor && <MacroButton editor={editor} />}
        {editor && isAiOn && (
          <Suspense>
            <ComposerAi
              editor={editor}
              uuid={uuid}
              mode={mode}
              isBlank={isBlank}
              busy={isAiWriting}
              bar={aiBar}
            />
          </Suspense>
        )}
        <div className="flex grow items-center pl-1.5">
          <DraftStatus saved={isEmpty ? null : draft.saved} />
          <SendButton
            label={t(mode === 'reply' ? 'composer.send' : 'composer.add_note')}
            action={sendAction}
            disabled={isEmpty || cannotSend || uploading.length > 0}
            busy={sending || pendingSend !== null}
            canSetStatus={canSetStatus}
            onSend={(way) => {
              if (canSetStatus) setSendAction(way)
              sendAs(way)
            }}
          />
        </div>
      </div>
    </DropZone>
  )
}
