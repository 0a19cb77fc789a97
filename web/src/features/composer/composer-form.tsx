import { clsx } from 'clsx'
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAiEnabled } from '../../ai/use-ai-enabled.ts'
import type { ComposerBuffer } from '../../commands/keystroke-buffer/composer-buffer.ts'
import { DropZone } from '../../editor/attachments/drop-zone.tsx'
import { DraftConflictLine } from '../../editor/message/draft-conflict.tsx'
import { DraftHistory } from '../../editor/message/draft-history.tsx'
import {
  isEmptyMessage,
  useIsBlankText,
  useIsEmptyMessage,
  useSaveState,
} from '../../editor/message/message-draft.ts'
import { MessageSurface } from '../../editor/message/message-surface.tsx'
import { useSyncedDraft } from '../../editor/message/use-synced-draft.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { PendingMacro } from '../../macros/use-macro-command.tsx'
import { canSendFrom, useReplyInbox } from '../../sending-inbox/sending-inbox.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { ComposerHeader } from './composer-header.tsx'
import type { ComposerMode } from './composer-mode.ts'
import { MergedDraftLine } from './merged-draft-line.tsx'
import { NextDraftLine } from './next-draft-line.tsx'
import { useRecipients } from './recipients/use-recipients.ts'
import { ReplySafetyLine, useReplySafety } from './reply-safety.tsx'
import { useTimeDialog } from './scheduled/use-time-dialog.ts'
import { type SendAction, toAfterSend, useSendAction } from './sending/send-action.ts'
import { SendButton } from './sending/send-button.tsx'
import { phaseKey, useSendPhase } from './sending/send-phase.ts'
import { useSendCommands } from './sending/use-send-commands.ts'
import { useSending } from './sending/use-sending.ts'
import { SignatureSlot } from './signature-slot.tsx'
import { useConversationMessage } from './use-conversation-message.ts'
import { useRequestedFocus } from './use-requested-focus.ts'

const SendTimeDialog = lazyPart(() => import('./scheduled/send-time-dialog.tsx'), 'SendTimeDialog')
// Only when AI is enabled.
const ComposerAi = lazyPart(() => import('../../ai/composer-ai.tsx'), 'ComposerAi')

/** The editor with its recipients, attachments and buttons, for one conversation and mode. */
export function ComposerForm({
  uuid,
  mode,
  focusRequests,
  bufferRef,
  onLoaded,
  pendingMacro,
  tabs,
}: {
  uuid: string
  mode: ComposerMode
  focusRequests: number
  bufferRef: RefObject<ComposerBuffer>
  onLoaded: (mode: ComposerMode) => void
  pendingMacro: PendingMacro
  tabs: ReactNode
}) {
  const { t } = useTranslation()
  const me = useMe()
  const isReply = mode === 'reply'
  const draftKey = { agent_id: me.id, uuid, mode } as const
  const draft = useSyncedDraft(draftKey)
  const phase = useSendPhase(phaseKey(draftKey))
  const recipients = useRecipients(uuid, draft)
  const [sendAction, setSendAction] = useSendAction()
  const canSetStatus = isReply && may(me, 'conversations:update_status')
  const sendingInbox = useReplyInbox(uuid)
  const cannotSend = isReply && !canSendFrom(sendingInbox)
  const isAiOn = useAiEnabled()
  const [aiBar, setAiBar] = useState<HTMLElement | null>(null)

  const sendAs = (action: SendAction) => sending.send(canSetStatus ? toAfterSend(action) : null)
  /** Ctrl+Enter does what the button says; with Shift it also resolves. */
  const sendByKey = (shift: boolean) => sendAs(shift ? 'resolve' : sendAction)
  const { message, isAiWriting } = useConversationMessage({
    draftKey,
    draft,
    phase,
    recipients,
    isLocked: () => sending.isNextPending,
    onSend: sendByKey,
  })
  const { editor, attachments } = message
  const isUploading = attachments.uploading.length > 0
  const safety = useReplySafety({ draftKey, draft, phase, recipients })
  const sending = useSending({
    draftKey,
    draft,
    recipients,
    safety,
    isBlocked: () => cannotSend || isAiWriting.current || isUploading,
    // Before the next key, which may come before React renders.
    onSubmit: () => message.load(draft.readStored()),
  })
  const saveState = useSaveState(draft)
  const isBlank = useIsBlankText(draft)
  const isEmpty = useIsEmptyMessage(draft)
  const canSend = !isEmpty && !cannotSend && !isUploading
  const timeDialog = useTimeDialog()
  const askSendTime = () => timeDialog.open('send')
  useSendCommands({ canSetStatus, isNote: !isReply, canSend, sendByKey, sendLater: askSendTime })
  const notifyLoaded = useEffectEvent(() => onLoaded(mode))
  useEffect(() => notifyLoaded(), [])
  useRequestedFocus(editor, {
    focusRequests,
    bufferRef,
    isEmpty: () => isEmptyMessage(draft.getCurrent()),
    onSend: sendByKey,
    onSendLater: askSendTime,
  })

  return (
    <DropZone onFiles={attachments.attach}>
      <ComposerHeader
        tabs={tabs}
        recipients={isReply ? recipients : null}
        sendingInbox={isReply ? sendingInbox : null}
        sending={sending}
        phase={phase}
        onSend={sendByKey}
      />
      <MessageSurface
        message={message}
        className={clsx(
          'max-h-[min(24rem,38vh)] min-h-18.5 overflow-y-auto px-3.5 pt-2 pb-2 [&>div]:min-h-14.5',
          // Locked until it is sent.
          sending.isNextPending && 'caret-transparent opacity-60',
        )}
        toolbarClassName="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-1.5 pb-1.5"
        pendingMacro={pendingMacro}
        macrosLabel={t('macro.after_sending')}
        canApplyMacrosNow={isEmpty}
        belowText={isReply && <SignatureSlot uuid={uuid} />}
        belowFiles={
          isReply && (
            <ReplySafetyLine
              uuid={uuid}
              phase={phase}
              draft={draft}
              recipients={recipients}
              isUploading={isUploading}
              gate={safety}
              onSendAnyway={sending.sendAnyway}
            />
          )
        }
        aboveToolbar={
          <>
            <DraftConflictLine draft={draft} />
            <MergedDraftLine uuid={uuid} mode={mode} message={message} />
            <NextDraftLine
              draftKey={draftKey}
              phase={phase}
              isQueued={sending.isNextPending}
              message={message}
            />
            <div ref={setAiBar} />
          </>
        }
      >
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
          <DraftHistory draftKey={draftKey} message={message} saved={isEmpty ? null : saveState} />
          <SendButton
            label={t(isReply ? 'composer.send' : 'composer.add_note')}
            action={sendAction}
            disabled={!canSend}
            busy={phase.kind === 'sending'}
            canSetStatus={canSetStatus}
            onSend={(way) => {
              if (canSetStatus) setSendAction(way)
              sendAs(way)
            }}
            onSendLater={isReply ? askSendTime : null}
            onCustomSnooze={() => timeDialog.open('snooze')}
          />
          <Suspense>
            {timeDialog.asks && (
              <SendTimeDialog
                asks={timeDialog.asks}
                uuid={uuid}
                canSetStatus={canSetStatus}
                resolves={sendAction === 'resolve'}
                onClose={timeDialog.close}
                onSend={sending.send}
              />
            )}
          </Suspense>
        </div>
      </MessageSurface>
    </DropZone>
  )
}
